import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, expect, test } from 'vitest'
import { inTransaction } from '../../server/src/db/database.ts'
import { createWorkflow } from '../../server/src/workflows/create-workflow.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { type Ground, openGround, SOURCE } from '../support/ground.ts'
import { ingest } from '../support/ingest.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses, shortLease, startProcess } from '../support/processes.ts'
import { record, untilFinished } from '../support/takeover.ts'

afterAll(killProcesses)

const end = { id: 'end', type: 'end', outcome: 'success' } as const
const POINTS = ['advance:claimed', 'advance:loaded', 'advance:written', 'advance:committed']

/** The ground's workflow hands every guest to another, which gives a point. */
async function handOver({ engine, organisationId, workflowId }: Ground): Promise<void> {
  await inTransaction(engine, async tx => {
    const publish = (id: string, document: WorkflowDefinition) =>
      publishWorkflow(tx, { organisationId, workflowId: id, document, actor: 'test' })
    const { id: target } = await createWorkflow(tx, { organisationId, name: 'Target', actor: 'test' })
    const nodes = [{ id: 'give', type: 'award_points', points: 1, next: 'end' } as const, end]
    await publish(target, { trigger: { source: null }, start: 'give', nodes })
    const hand = { id: 'hand', type: 'start_workflow', workflow: target, next: 'end' } as const
    await publish(workflowId, { trigger: { source: SOURCE }, start: 'hand', nodes: [hand, end] })
  })
}

test('a process that is killed anywhere starts every run of another workflow once', async () => {
  const ground = await openGround(await createTestDatabase())
  try {
    await handOver(ground)
    const { databaseUrl, engine, organisationId } = ground
    let acknowledged = 0
    for (const faultPoint of POINTS) {
      const dying = await startProcess({ databaseUrl, faultPoint, env: shortLease })
      const ingested = await ingest(ground, { url: dying.url, until: dying.hasEnded })
      expect((await dying.ended).signal).toBe('SIGKILL')
      acknowledged += ingested.acknowledged.length
      // Each time, because the next one would be killed by what is left before it is ready.
      const heir = await startProcess({ databaseUrl, roles: ['worker'], env: shortLease })
      await untilFinished(ground)
      await heir.stop()
    }
    const { rows } = await engine.query<{ runs: number; handed: number; points: number; odd: number }>(
      `SELECT count(*) FILTER (WHERE trigger = 'event') AS runs, count(*) FILTER (WHERE trigger = 'workflow') AS handed,
              (SELECT sum(points) FROM guests WHERE organisation_id = $1) AS points,
              count(*) FILTER (WHERE status <> 'completed') AS odd
       FROM runs WHERE organisation_id = $1`,
      [organisationId],
    )
    const { runs, handed, points, odd } = rows[0] as (typeof rows)[number]
    expect(acknowledged).toBeGreaterThan(0)
    expect(Number(runs)).toBeGreaterThanOrEqual(acknowledged)
    expect({ handed, points: Number(points), odd }).toEqual({ handed: runs, points: Number(runs), odd: 0 })
    record(`${POINTS.length} kills, ${acknowledged} acknowledged, ${runs} runs, each started one, 0 twice`)
  } finally {
    await ground.close()
  }
})
