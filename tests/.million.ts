import { openTestServer } from '/work/main/tests/support/test-server.ts'
import { migrate } from '/work/main/server/src/db/migrate.ts'
import { openDatabase, inTenant } from '/work/main/server/src/db/database.ts'
import { withAdmin } from '/work/main/tests/support/test-server.ts'
import { readHome } from '/work/main/server/src/dashboard/home/read-home.ts'
import { keepCounts } from '/work/main/server/src/dashboard/counts/keep-counts.ts'
import { listWorkflows } from '/work/main/server/src/dashboard/workflows/list-workflows.ts'
import { countNodes } from '/work/main/server/src/dashboard/workflows/count-nodes.ts'
import { listRuns } from '/work/main/server/src/dashboard/runs/list-runs.ts'
import { listEvents } from '/work/main/server/src/dashboard/events/list-events.ts'
import { listMessages } from '/work/main/server/src/dashboard/outbox/list-messages.ts'
import { readUnrouted } from '/work/main/server/src/dashboard/events/read-unrouted.ts'
import { readMarks } from '/work/main/server/src/dashboard/live/topics.ts'
import { newId } from '/work/main/server/src/base/ids.ts'
const opened = await openTestServer()
try {
  await opened.createTemplate(migrate)
  const { admin, template } = opened.server
  await withAdmin(admin, c => c.query(`CREATE DATABASE m TEMPLATE ${template}`))
  const db = openDatabase({ ...admin, database: 'm' }, { applicationName: 'm', tenantConnections: 2, engineConnections: 2, onError: console.error })
  const org = newId()
  const q = (s: string, v: unknown[] = []) => db.engine.query(s, v)
  const big = (await import('pg')).default
  const c = new big.Client({ ...admin, database: 'm', options: '-c search_path=millrace -c role=millrace_engine' })
  await c.connect()
  await c.query('INSERT INTO organisations (id, name) VALUES ($1, $2)', [org, 'M'])
  const wfs = Array.from({ length: 20 }, () => newId())
  for (const w of wfs) {
    await c.query(`INSERT INTO workflows (organisation_id,id,name,status,version,source) VALUES ($1,$2,'w','active',1,$3)`, [org, w, w])
    await c.query(`INSERT INTO workflow_versions (organisation_id,workflow_id,version,definition,published_by) VALUES ($1,$2,1,$3,'x')`, [org, w, JSON.stringify({ trigger: { source: w }, start: 'end', nodes: [{ id: 'end', type: 'end', outcome: 'success' }] })])
  }
  const id = (t: string) => `overlay(gen_random_uuid()::text PLACING left(uuid_floor(${t})::text, 13) FROM 1)::uuid`
  const t = `(now() - (1000000 - n) * interval '2.5 seconds')`
  console.time('fill')
  await c.query(`INSERT INTO events (organisation_id,id,guest_id,serials,source,parameters,status,receipt,created_at)
    SELECT $1, ${id(t)}, gen_random_uuid(), '{A}', 'x', '{"spend": 3}', CASE WHEN n%20=0 THEN 'unrouted' ELSE 'routed' END, '{"workflow_runs":[],"skipped":[],"warnings":[]}', ${t} FROM generate_series(1,1000000) n`, [org])
  await c.query(`INSERT INTO runs (organisation_id,id,workflow_id,workflow_version,guest_id,trigger,status,outcome,error,node_id,resumes_at,input,created_at,finished_at)
    SELECT $1, ${id(t)}, ($2::uuid[])[1 + n%20], 1, gen_random_uuid(), 'event',
     CASE WHEN n%50=0 THEN 'failed' WHEN n%10=1 THEN 'waiting' ELSE 'completed' END, CASE WHEN n%50=0 OR n%10=1 THEN NULL ELSE 'success' END,
     CASE WHEN n%50=0 THEN '{"code":"x"}'::jsonb END, 'end', CASE WHEN n%10=1 THEN now()+interval '9 days' END, '{"serials":["A"]}', ${t}, NULL FROM generate_series(1,1000000) n`, [org, wfs])
  await c.query(`INSERT INTO messages (organisation_id,id,run_id,node_id,guest_id,channel,recipient,content,status,created_at)
    SELECT $1, gen_random_uuid(), gen_random_uuid(), 'm', gen_random_uuid(), 'email','a@b','{"subject":"x"}', CASE WHEN n%20=0 THEN 'failed' ELSE 'kept' END, ${t} FROM generate_series(1,1000000) n`, [org])
  await c.query(`INSERT INTO points_entries (organisation_id,run_id,node_id,guest_id,points,created_at)
    SELECT $1, gen_random_uuid(), 'p', gen_random_uuid(), 5, ${t} FROM generate_series(1,1000000) n`, [org])
  await c.end()
  const su = new big.Client({ ...admin, database: 'm' }); await su.connect(); await su.query('VACUUM ANALYZE'); await su.end()
  console.timeEnd('fill')
  const time = async (name: string, work: (tx: any) => Promise<unknown>) => {
    const times: number[] = []
    for (let i = 0; i < 7; i++) { const s = performance.now(); await inTenant(db, org, work); times.push(performance.now() - s) }
    console.log(name.padEnd(40), 'first', times[0]!.toFixed(1), 'median', times.toSorted((a, b) => a - b)[3]!.toFixed(1), 'ms')
  }
  await time('home 30d, nothing counted', tx => readHome(tx, org, '30d'))
  let s = performance.now(); let turns = 0
  while (await keepCounts(db.engine)) turns++
  console.log('keepCounts turns', turns, 'ms', (performance.now() - s).toFixed(0))
  s = performance.now(); await keepCounts(db.engine); console.log('keepCounts idle ms', (performance.now() - s).toFixed(1))
  for (const r of ['24h', '7d', '30d'] as const) await time(`home ${r}, counted`, tx => readHome(tx, org, r))
  await time('workflows list (20)', tx => listWorkflows(tx, org, { limit: 51 }))
  await time('nodes of a workflow', tx => countNodes(tx, org, wfs[0]!))
  await time('runs', tx => listRuns(tx, org, { sight: null, limit: 51 }))
  await time('runs failed of workflow', tx => listRuns(tx, org, { sight: null, limit: 51, workflowId: wfs[0]!, status: 'failed' }))
  await time('runs status waiting', tx => listRuns(tx, org, { sight: null, limit: 51, status: 'waiting' }))
  await time('runs at a venue never seen', tx => listRuns(tx, org, { sight: ['Z'], limit: 51 }))
  await time('runs outcome failure (none)', tx => listRuns(tx, org, { sight: null, limit: 51, outcome: 'failure' }))
  await time('events', tx => listEvents(tx, org, { sight: null, limit: 51 }))
  await time('events of a source never seen', tx => listEvents(tx, org, { sight: null, limit: 51, source: 'never' }))
  await time('outbox', tx => listMessages(tx, org, { sight: null, limit: 51 }))
  await time('outbox status failed', tx => listMessages(tx, org, { sight: null, limit: 51, status: 'failed' }))
  await time('outbox status pending (none)', tx => listMessages(tx, org, { sight: null, limit: 51, status: 'pending' }))
  await time('unrouted inbox (50,000)', tx => readUnrouted(tx, org, { since: new Date(Date.now() - 30 * 86400000), sight: null }))
  await time('live marks', tx => readMarks(tx, org))
  await db.close()
} finally { await opened.close() }
