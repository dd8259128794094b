import { afterAll, expect, test } from 'vitest'
import { inTransaction } from '../../server/src/db/database.ts'
import { setMeaning } from '../../server/src/visits/source-meanings.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { type Ground, openGround, SOURCE } from '../support/ground.ts'
import { ingest, nothingIngested, untilMore } from '../support/ingest.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses, startProcess } from '../support/processes.ts'
import { record } from '../support/takeover.ts'

afterAll(killProcesses)

const KILLS = 3

/** The events are visits, and a workflow takes each guest's first. */
async function countVisits({ engine, organisationId, workflowId }: Ground): Promise<void> {
  await inTransaction(engine, async tx => {
    await setMeaning(tx, organisationId, SOURCE, { kind: 'visit' }, 'test')
    const when = { field: 'guest.facts.visits', operator: 'equals', value: 1 } as const
    const nodes = [{ id: 'end', type: 'end', outcome: 'success' } as const]
    const document = { trigger: { source: SOURCE, when }, start: 'end', nodes }
    await publishWorkflow(tx, { organisationId, workflowId, document, actor: 'test' })
  })
}

test('a process that is killed while visits arrive counts each of them once', async () => {
  const ground = await openGround(await createTestDatabase(), { guests: 40 })
  try {
    await countVisits(ground)
    const { databaseUrl, engine, organisationId } = ground
    const ingested = nothingIngested()
    for (let kills = 0; kills < KILLS; kills += 1) {
      const mortal = await startProcess({ databaseUrl, roles: ['api'] })
      const sending = ingest(ground, { url: mortal.url, until: mortal.hasEnded, into: ingested })
      await untilMore(ingested.acknowledged, 60)
      await mortal.kill()
      await sending
    }
    const { rows } = await engine.query<Record<'events' | 'visits' | 'odd' | 'guests' | 'welcomed', number>>(
      `SELECT (SELECT count(*) FROM events WHERE organisation_id = $1) AS events,
              (SELECT count(*) FROM visits WHERE organisation_id = $1) AS visits,
              (SELECT count(*) FROM events e FULL JOIN visits v ON v.event_id = e.id AND v.guest_id = e.guest_id
               WHERE e.id IS NULL OR v.event_id IS NULL OR v.occurred_at <> e.created_at) AS odd,
              (SELECT count(DISTINCT guest_id) FROM events WHERE organisation_id = $1) AS guests,
              (SELECT count(*) FROM runs WHERE organisation_id = $1) AS welcomed`,
      [organisationId],
    )
    const { events, visits, odd, guests, welcomed } = rows[0] as (typeof rows)[number]
    expect(ingested.acknowledged.length).toBeGreaterThanOrEqual(60 * KILLS)
    expect(events).toBeGreaterThanOrEqual(ingested.acknowledged.length)
    expect({ visits, odd, welcomed }).toEqual({ visits: events, odd: 0, welcomed: guests })
    record(
      `${KILLS} kills, ${ingested.acknowledged.length} acknowledged, ${visits} visits of ${events} events`,
    )
  } finally {
    await ground.close()
  }
})
