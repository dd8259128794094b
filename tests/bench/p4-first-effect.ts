import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Benchmark, median, percentile } from './benchmark.ts'
import { sender, timed } from './p2-latency.ts'
import { type Bench, eventBody, eventHeaders, openBench, serve } from './service.ts'

/** From an accepted event to its first committed effect, on an idle server, by the times of the commits themselves. */
export const p4: Benchmark = {
  id: 'P4',
  async run({ rounds, smoke }) {
    const bench = await openBench({ settings: { track_commit_timestamp: 'on' } })
    const ours = await serve(bench, 'api,worker')
    const client = new pg.Client({ ...bench.connection })
    await client.connect()
    const send = sender(`${ours.url}/v1/workflows/incoming-event`, eventHeaders(ours.token))
    const figures = { ours: [] as number[], theirs: [] as number[] }
    const all: number[] = []
    try {
      await client.query('CREATE TABLE one_row (id uuid PRIMARY KEY, body jsonb NOT NULL)')
      const body = eventBody(bench.guestIds[0] as string)
      for (let n = 0; n < 20; n++) await firstEffect(bench, send, body)
      for (let round = 0; round < rounds; round++) {
        const effects: number[] = []
        const inserts: number[] = []
        for (let n = 0; n < (smoke ? 10 : 150); n++) {
          effects.push(await firstEffect(bench, send, body))
          inserts.push(
            await timed(() => client.query('INSERT INTO one_row VALUES (gen_random_uuid(), $1)', [body])),
          )
        }
        figures.ours.push(median(effects))
        figures.theirs.push(median(inserts))
        all.push(...effects)
      }
      return {
        id: 'P4',
        what: 'event accepted → first effect committed, idle, p50',
        against: 'one INSERT and COMMIT',
        unit: 'ms',
        must: { atMost: 6 },
        ...figures,
        notes: [`p99 ${percentile(all, 0.99).toFixed(1)} ms, n = ${all.length}`],
      }
    } finally {
      send.close()
      await client.end()
      await ours.child.stop()
      await bench.close()
    }
  },
}

async function firstEffect(
  bench: Bench,
  send: (body: string) => Promise<string>,
  body: string,
): Promise<number> {
  const { event } = JSON.parse(await send(body)) as { event: { id: string; workflow_runs: { id: string }[] } }
  for (;;) {
    const { rows } = await bench.database.engine.query<{ ms: number }>(
      `SELECT extract(epoch FROM pg_xact_commit_timestamp(p.xmin) - pg_xact_commit_timestamp(e.xmin))::float8 * 1000 AS ms
       FROM events e, points_entries p
       WHERE e.organisation_id = $1 AND e.id = $2 AND p.organisation_id = $1 AND p.run_id = $3`,
      [bench.organisationId, event.id, event.workflow_runs[0]?.id],
    )
    if (rows[0] !== undefined) return rows[0].ms
    await sleep(5)
  }
}
