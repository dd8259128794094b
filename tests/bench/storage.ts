import type { Benchmark } from './benchmark.ts'
import { drive } from './load.ts'
import { until } from './p3-runs.ts'
import { type Bench, bodiesOf, eventHeaders, openBench, serve } from './service.ts'

const DISK_KB = 2
const LOG_KB = 2.8

/**
 * What an event leaves behind, with its run, three steps and an entry of points: on the disk, with all indexes, and in
 * PostgreSQL's log, with whole pages where they are the first change since a checkpoint.
 */
export const storage: Benchmark = {
  id: 'Storage',
  async run({ seconds, rounds, smoke }) {
    const bench = await openBench()
    const ours = await serve(bench, 'api,worker')
    const disk: number[] = []
    const log: number[] = []
    let events = 0
    try {
      for (let round = smoke ? 1 : 0; round <= rounds; round++) {
        const before = await measure(bench)
        await drive({
          url: `${ours.url}/v1/workflows/incoming-event`,
          seconds,
          connections: 64,
          headers: eventHeaders(ours.token),
          bodies: bodiesOf(bench),
        })
        await until(async () => (await measure(bench)).unfinished === 0)
        const after = await measure(bench)
        // The first fills pages of an empty database.
        if (round === 0) continue
        const stored = after.events - before.events
        events += stored
        disk.push((after.disk - before.disk) / stored / 1024)
        log.push((after.log - before.log) / stored / 1024)
      }
      const worst = Math.max(...log)
      return {
        id: 'Storage',
        what: 'on the disk for an event with its run, three steps and points, indexes included',
        against: 'the limit',
        unit: 'KB',
        must: { atMost: 1 },
        ours: disk,
        theirs: disk.map(() => DISK_KB),
        missed: worst > LOG_KB && !smoke ? [`${worst.toFixed(2)} KB of log, more than ${LOG_KB}`] : [],
        notes: [`${worst.toFixed(2)} KB of log, n = ${events}`],
      }
    } finally {
      await ours.child.stop()
      await bench.close()
    }
  },
}

interface Measured {
  readonly events: number
  readonly unfinished: number
  readonly disk: number
  readonly log: number
}

async function measure({ database, organisationId }: Bench): Promise<Measured> {
  const { rows } = await database.engine.query<Measured>(
    `SELECT (SELECT count(*) FROM events WHERE organisation_id = $1) AS events,
            (SELECT count(*) FROM runs WHERE organisation_id = $1 AND status <> 'completed') AS unfinished,
            pg_database_size(current_database()) AS disk, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS log`,
    [organisationId],
  )
  return rows[0] as Measured
}
