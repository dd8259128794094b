import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../server/src/db/database.ts'
import { examine } from '../support/examine.ts'
import { type Ground, openGround } from '../support/ground.ts'
import { type Acknowledged, ingest } from '../support/ingest.ts'
import { eventually, request } from '../support/millrace.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses, startProcess } from '../support/processes.ts'
import { inSeconds, record, untilFinished } from '../support/takeover.ts'

const RUNS = 200

afterAll(killProcesses)

const untilWaiting = (ground: Ground, count: number) =>
  eventually(
    async () => {
      const { rows } = await ground.engine.query<{ n: number }>(
        `SELECT count(*) AS n FROM runs WHERE status = 'waiting'`,
      )
      return rows[0]?.n
    },
    waiting => waiting === count,
  )

/** Longer than any machine takes to have all of them wait at the same time. */
const HOUR = 3_600

/** As if an hour had passed for everything that waits. */
const passHour = ({ engine }: Ground) =>
  inTransaction(engine, async tx => {
    await tx.query(`UPDATE runs SET resumes_at = resumes_at - interval '1 hour' WHERE status = 'waiting'`)
    await tx.query(
      `UPDATE steps SET started_at = started_at - interval '1 hour',
         detail = detail || jsonb_build_object('until', (detail ->> 'until')::timestamptz - interval '1 hour')
       WHERE status = 'waiting'`,
    )
  })

/** How late the latest wait ended, by the database's clock. */
async function worstLateness({ engine }: Ground): Promise<number> {
  const { rows } = await engine.query<{ ms: number }>(
    `SELECT extract(epoch FROM max(finished_at - (detail ->> 'until')::timestamptz))::float8 * 1000 AS ms
     FROM every_step WHERE type = 'wait'`,
  )
  return (rows[0] as { ms: number }).ms
}

describe('a wait', () => {
  test('ends once and not before its time, with two processes looking for it', async () => {
    const ground = await openGround(await createTestDatabase(), { waitSeconds: 2 })
    const { databaseUrl } = ground
    const [millrace, other] = await Promise.all([
      startProcess({ databaseUrl }),
      startProcess({ databaseUrl, roles: ['worker'] }),
    ])
    const { acknowledged } = await ingest(ground, { url: millrace.url, count: RUNS })
    await untilFinished(ground)
    expect((await examine(ground, acknowledged)).faults).toEqual([])
    record(
      `${RUNS} waits of 2 s, 0 early, 0 twice, the latest ${inSeconds(await worstLateness(ground))} late`,
    )
    await Promise.all([millrace.stop(), other.stop()])
    await ground.close()
  })

  test('that came due while nothing was running ends once, after the start', async () => {
    const ground = await openGround(await createTestDatabase(), { waitSeconds: HOUR })
    const first = await startProcess({ databaseUrl: ground.databaseUrl })
    const { acknowledged } = await ingest(ground, { url: first.url, count: RUNS, concurrency: 50 })
    await untilWaiting(ground, RUNS)
    await first.kill()
    await passHour(ground)
    await untilWaiting(ground, RUNS)
    const heirs = await Promise.all(
      [1, 2].map(() => startProcess({ databaseUrl: ground.databaseUrl, roles: ['worker'] })),
    )
    await untilFinished(ground)
    expect((await examine(ground, acknowledged)).faults).toEqual([])
    record(`${RUNS} waits came due while it was down, 0 lost, 0 twice`)
    await Promise.all(heirs.map(heir => heir.stop()))
    await ground.close()
  })

  test('that was cancelled never ends', async () => {
    const ground = await openGround(await createTestDatabase(), { waitSeconds: HOUR, guests: 40 })
    const millrace = await startProcess({ databaseUrl: ground.databaseUrl })
    const { acknowledged } = await ingest(ground, { url: millrace.url, count: 40, concurrency: 40 })
    await untilWaiting(ground, 40)
    const token = await ground.token(millrace.url)
    const [cancelled, kept] = [acknowledged.slice(0, 20), acknowledged.slice(20)]
    for (const runId of idsOf(cancelled)) {
      const address = `${millrace.url}/v1/workflows/${ground.workflowId}/workflow-runs/${runId}/cancel`
      expect((await request(address, { token, method: 'POST' })).status).toBe(200)
    }
    await passHour(ground)
    await untilFinished(ground)
    // Twice as long as the pause between two looks for waits that are over.
    await sleep(2_000)
    expect(await endings(ground, cancelled)).toEqual([{ status: 'cancelled', awarded: 0, runs: 20 }])
    expect(await endings(ground, kept)).toEqual([{ status: 'completed', awarded: 1, runs: 20 }])
    record('20 of 40 cancelled while they waited, 0 of these continued')
    await millrace.stop()
    await ground.close()
  })

  test('that someone ends by their own clock is seen to be early', async () => {
    const ground = await openGround(await createTestDatabase(), { waitSeconds: HOUR })
    const millrace = await startProcess({ databaseUrl: ground.databaseUrl })
    const { acknowledged } = await ingest(ground, { url: millrace.url, count: 20, concurrency: 20 })
    await untilWaiting(ground, 20)
    await ground.engine.query(`UPDATE runs SET resumes_at = resumes_at - interval '1 hour'`)
    await untilFinished(ground)
    const { faults } = await examine(ground, acknowledged)
    expect(faults.join('\n')).toContain('a wait ended before its time')
    await millrace.stop()
    await ground.close()
  })
})

const idsOf = (acknowledged: readonly Acknowledged[]) => acknowledged.flatMap(({ runIds }) => runIds)

/** How many runs ended how, and with how many awards behind their wait. */
async function endings({ engine }: Ground, acknowledged: readonly Acknowledged[]) {
  const { rows } = await engine.query<{ status: string; awarded: number; runs: number }>(
    `SELECT status, awarded, count(*) AS runs
     FROM runs, LATERAL (
       SELECT count(*) AS awarded FROM points_entries p WHERE p.run_id = runs.id AND p.node_id = 'second') p
     WHERE id = ANY($1) GROUP BY 1, 2`,
    [idsOf(acknowledged)],
  )
  return rows
}
