// A worker without the protection: it commits the effects, and in a second transaction that they are done. Nothing
// fences it, neither a sequence nor the claim of its jobs. Undisturbed it does everything right.
import { armFaultPoint, faultPoint } from '../../../server/src/base/fault-point.ts'
import { decideConfig } from '../../../server/src/config/config.ts'
import { readEnv } from '../../../server/src/config/env.ts'
import { inTransaction, openDatabase } from '../../../server/src/db/database.ts'
import { lanes } from '../../../server/src/queue/lane.ts'
import { createLanes } from '../../../server/src/queue/lanes.ts'
import { openQueue } from '../../../server/src/queue/open-queue.ts'
import type { Handler } from '../../../server/src/queue/queue.ts'
import { type AdvanceJob, runsOf } from '../../../server/src/runs/advance-job.ts'
import { ADDED, AWARDS, nodesOf, TAG } from '../../support/ground.ts'

const config = decideConfig(readEnv())
if (config.faultPoint) armFaultPoint(config.faultPoint)
const connection = { connectionString: config.databaseUrl as string }
const onError = () => {}
const { engine } = openDatabase(connection, {
  applicationName: 'careless',
  tenantConnections: 1,
  engineConnections: 4,
  onError,
})
const queue = openQueue(connection, {
  applicationName: 'careless queue',
  lanes: createLanes(() => performance.now()),
  leaseMs: config.leaseSeconds * 1_000,
  onError,
})

const carelessly: Handler<AdvanceJob> = async (jobs, settling) => {
  const ids = runsOf(jobs).map(run => run.run_id)
  await inTransaction(engine, async tx => {
    await tx.query(
      `INSERT INTO points_entries (organisation_id, run_id, node_id, guest_id, points, created_at)
       SELECT organisation_id, id, award.key, guest_id, award.value::bigint, now()
       FROM runs, json_each_text($2::json) award WHERE id = ANY($1)
       ON CONFLICT DO NOTHING`,
      [ids, JSON.stringify(AWARDS)],
    )
    await tx.query(
      `UPDATE guests g SET points = g.points + r.runs * $2, tags = ARRAY[$3::text],
         attributes = g.attributes || jsonb_build_object(
           $4::text, coalesce((g.attributes ->> $4)::numeric, 0) + r.runs * $5::numeric)
       FROM (SELECT guest_id, count(*) AS runs FROM unnest($1::uuid[]) AS job (id) JOIN runs USING (id) GROUP BY 1) r
       WHERE g.id = r.guest_id`,
      [
        ids,
        Object.values(AWARDS).reduce((sum, points) => sum + points, 0),
        TAG,
        ADDED.attribute,
        ADDED.amount,
      ],
    )
    await tx.query(
      `INSERT INTO steps (organisation_id, run_id, position, node_id, type, status, detail, started_at, finished_at)
       SELECT organisation_id, id, place, node, 'award_points', 'completed', '{}', now(), now()
       FROM runs, unnest($2::text[]) WITH ORDINALITY AS n (node, place) WHERE id = ANY($1)
       ON CONFLICT DO NOTHING`,
      [ids, nodesOf({ waitSeconds: 0, adds: true })],
    )
  })
  faultPoint('careless:effects')
  await inTransaction(engine, tx =>
    tx.query(
      `UPDATE runs SET status = 'completed', outcome = 'success', sequence = 1, finished_at = now() WHERE id = ANY($1)`,
      [ids],
    ),
  )
  await settling(async () => {})
}
for (const lane of lanes) queue.work(lane, { batchSize: 500, concurrency: 1 }, carelessly)
process.stdout.write('ready\n')
process.once('SIGTERM', () => process.exit(0))
process.stdin.resume().once('end', () => process.exit(0))
