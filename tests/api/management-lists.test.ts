import type { ListCount } from '@millrace/contract/common'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { eventsStatement } from '../../server/src/dashboard/events/list-events.ts'
import { countRows } from '../../server/src/dashboard/lists/count-rows.ts'
import { messagesStatement } from '../../server/src/dashboard/outbox/list-messages.ts'
import { runsStatement } from '../../server/src/dashboard/runs/list-runs.ts'
import { tasksStatement } from '../../server/src/dashboard/tasks/list-tasks.ts'
import { inTenant } from '../../server/src/db/database.ts'
import { listsOn } from '../../server/src/db/replica/lists.ts'
import { endsAtOnce } from '../support/workflows.ts'
import { download, type Ground, openGround, readAll } from './management-ground.ts'

const ROWS = 10_000
let ground: Ground
let workflow: string
let guest: string

/** Ids in the order of time, ten a second until now. */
const id = `overlay(gen_random_uuid()::text PLACING left(uuid_floor(now() - ($3::int - n) * interval '100 ms')::text, 13) FROM 1)::uuid`

beforeAll(async () => {
  ground = await openGround({ roles: ['api'] })
  await ground.organisation.venue('QUAY')
  guest = await ground.organisation.guest()
  workflow = await ground.organisation.workflow(endsAtOnce({ source: 'x' }))
  const fill = (statement: string, ...more: unknown[]) =>
    ground.millrace.database.engine.query(statement, [ground.organisation.id, guest, ROWS, ...more])
  await fill(
    `INSERT INTO events (organisation_id, id, guest_id, serials, source, parameters, status, receipt, created_at)
     SELECT $1, ${id}, CASE WHEN n % 100 = 0 THEN $2::uuid ELSE gen_random_uuid() END,
            CASE WHEN n % 2 = 0 THEN '{QUAY}' ELSE '{OTHER}' END::text[], CASE WHEN n % 7 > 0 THEN 'x' END, '{}',
            CASE WHEN n % 50 = 0 THEN 'unrouted' ELSE 'routed' END, '{}', now()
     FROM generate_series(1, $3::int) AS n`,
  )
  await fill(
    `INSERT INTO runs (organisation_id, id, workflow_id, workflow_version, guest_id, trigger, status, error, node_id, input, created_at)
     SELECT $1, ${id}, CASE WHEN n % 100 = 0 THEN $4::uuid ELSE $5::uuid END, 1,
            CASE WHEN n % 100 = 0 THEN $2::uuid ELSE gen_random_uuid() END, 'event',
            CASE WHEN n % 50 = 0 THEN 'failed' ELSE 'completed' END,
            CASE WHEN n % 50 = 0 THEN '{"code": "step_failed"}'::jsonb END, 'end', '{"serials": ["QUAY"]}', now()
     FROM generate_series(1, $3::int) AS n`,
    workflow,
    await ground.organisation.workflow(endsAtOnce({ source: 'y' })),
  )
  await fill(
    `INSERT INTO messages (organisation_id, id, run_id, node_id, guest_id, channel, recipient, content, status, created_at)
     SELECT $1, gen_random_uuid(), gen_random_uuid(), 'mail', CASE WHEN n % 100 = 0 THEN $2::uuid ELSE gen_random_uuid() END,
            'email', 'a@example.com', '{}', 'kept', now() - n * interval '1 second'
     FROM generate_series(1, $3::int) AS n`,
  )
  await fill(
    `INSERT INTO tasks (organisation_id, id, run_id, node_id, guest_id, serial, title, status, created_at, due_at)
     SELECT $1, gen_random_uuid(), gen_random_uuid(), 'task', $2, 'QUAY', 'Do', CASE WHEN n % 2 = 0 THEN 'open' ELSE 'done' END,
            now() - (n / 3) * interval '1 second', CASE WHEN n % 10 > 0 THEN now() + (n % 7) * interval '1 hour' END
     FROM generate_series(1, $3::int) AS n`,
  )
  await ground.millrace.database.engine.query('ANALYZE')
})
afterAll(() => ground.millrace.stop())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Asked as the request would, with row-level security; small tables aside, which nobody reads by an index. */
async function scanned({ sql, values }: { sql: string; values: unknown[] }): Promise<string[]> {
  const { rows } = await inTenant(ground.millrace.database, ground.organisation.id, tx =>
    tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`EXPLAIN (FORMAT JSON) ${sql}`, values),
  )
  const nodes = nodesOf((rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan)
  const large = /^(events|runs|messages|tasks)/
  return (
    nodes
      .filter(node => node['Node Type'] === 'Seq Scan' || node['Node Type'] === 'Sort')
      .filter(node => node['Node Type'] === 'Sort' || large.test(node['Relation Name'] ?? ''))
      // An empty partition costs nothing, nor do a few rows that are in order within each partition.
      .filter(
        node =>
          !/^Sort |_default$|_\d{4}_\d{2}$/.test(`${node['Node Type']} ${node['Relation Name'] ?? ''}`) ||
          isFull(node),
      )
      .map(node => `${node['Node Type']} ${node['Relation Name'] ?? ''}`)
  )
}
const isFull = (node: Plan) => (node as unknown as { 'Plan Rows': number })['Plan Rows'] > 100

const limit = 51
const since = new Date(Date.now() - 600_000)
const sight = ['QUAY']
const all = { sight: null, limit }

describe('no list reads a whole table, or sorts it', () => {
  const org = () => ground.organisation.id
  test.each<[string, () => { sql: string; values: unknown[] }]>([
    ['events', () => eventsStatement(org(), all)],
    ['events after one', () => eventsStatement(org(), { ...all, after: newId() })],
    ['events of a source', () => eventsStatement(org(), { ...all, source: 'x' })],
    ['events of none', () => eventsStatement(org(), { ...all, source: null })],
    ['events of a guest', () => eventsStatement(org(), { ...all, guestId: guest })],
    ['unmatched events', () => eventsStatement(org(), { ...all, status: 'unrouted' })],
    ['events since a time', () => eventsStatement(org(), { ...all, since, until: new Date() })],
    ['events of some venues', () => eventsStatement(org(), { ...all, sight })],
    ['runs', () => runsStatement(org(), all)],
    ['runs after one', () => runsStatement(org(), { ...all, after: newId() })],
    ['runs of a workflow', () => runsStatement(org(), { ...all, workflowId: workflow })],
    ['runs of a guest', () => runsStatement(org(), { ...all, guestId: guest })],
    ['failed runs', () => runsStatement(org(), { ...all, status: 'failed' })],
    ['runs with an error', () => runsStatement(org(), { ...all, error: 'step_failed' })],
    ['runs at a node', () => runsStatement(org(), { ...all, node: 'end' })],
    ['runs since a time', () => runsStatement(org(), { ...all, since })],
    ['runs of some venues', () => runsStatement(org(), { ...all, sight })],
    ['events, oldest first', () => eventsStatement(org(), { ...all, oldest: true })],
    ['runs, oldest first', () => runsStatement(org(), { ...all, oldest: true })],
    ['messages, oldest first', () => messagesStatement(org(), { ...all, oldest: true })],
    ['tasks, oldest first', () => tasksStatement(org(), { ...all, status: 'done', sort: 'created' })],
    ['tasks by when they are due', () => tasksStatement(org(), { ...all, status: 'open', sort: 'due' })],
    [
      'tasks due last, after one without a time',
      () =>
        tasksStatement(org(), {
          ...all,
          status: 'open',
          sort: '-due',
          after: { at: '-infinity', id: newId() },
        }),
    ],
    ['messages', () => messagesStatement(org(), all)],
    [
      'messages after one',
      () => messagesStatement(org(), { ...all, after: { at: since.toISOString(), id: newId() } }),
    ],
    ['messages by status', () => messagesStatement(org(), { ...all, channel: 'email', status: 'kept' })],
    ['tasks', () => tasksStatement(org(), { ...all, status: 'open' })],
    [
      'tasks after one',
      () =>
        tasksStatement(org(), { ...all, status: 'done', after: { at: since.toISOString(), id: newId() } }),
    ],
  ])('%s', async (_name, statement) => {
    expect(await scanned(statement())).toEqual([])
  })

  test('and a list without an index is found out: the control', async () => {
    const statement = { sql: 'SELECT id FROM runs WHERE trigger = $1 ORDER BY created_at', values: ['event'] }
    const month = new Date().toISOString().slice(0, 7).replace('-', '_')
    expect(await scanned(statement)).toEqual(['Sort ', `Seq Scan runs_${month}`])
  })
})

describe('pages over ten thousand rows have every row once', () => {
  test.each<[string, number]>([
    ['/events?limit=100&status=unrouted', ROWS / 50],
    ['/runs?limit=100&status=failed', ROWS / 50],
    ['/outbox?limit=100&since=', 600],
    ['/tasks?limit=100&status=open', ROWS / 2],
    ['/tasks?limit=100&status=open&sort=due', ROWS / 2],
    ['/tasks?limit=100&status=open&sort=-due', ROWS / 2],
    ['/runs?limit=100&status=failed&sort=created', ROWS / 50],
    ['/events?limit=100&status=unrouted&sort=created', ROWS / 50],
  ])('%s', async (path, expected) => {
    const address = path.endsWith('since=')
      ? path + encodeURIComponent(new Date(Date.now() - 600_000).toISOString())
      : path
    const ids = (await readAll<{ id: string }>(ground.viewer, address)).flat().map(row => row.id)
    expect(new Set(ids).size).toBe(ids.length)
    // Time has passed since the rows were made.
    if (path.endsWith('since=')) expect(ids.length).toBeLessThanOrEqual(expected)
    else expect(ids).toHaveLength(expected)
  })
})

describe('a list says how many rows it has', () => {
  const count = async (path: string) => (await ground.viewer.get<ListCount>(path)).body
  test.each<[string, number]>([
    ['/events/count?status=unrouted', ROWS / 50],
    ['/events/count?source=x&status=unrouted', ROWS / 50 - Math.floor(ROWS / 350)],
    ['/outbox/count?channel=email', ROWS],
    ['/outbox/count?status=failed', 0],
    ['/tasks/count', ROWS / 2],
    ['/tasks/count?status=done', ROWS / 2],
    ['/guests/count', 1],
    ['/guests/count?tag=nobody', 0],
  ])('%s', async (path, expected) => {
    expect(await count(path)).toEqual({ count: expected, more: false })
  })

  test('up to ten thousand, and then that there are more', async () => {
    expect(await count('/events/count')).toEqual({ count: ROWS, more: false })
    await ground.millrace.database.engine.query(
      `INSERT INTO events (organisation_id, id, guest_id, serials, parameters, status, receipt, created_at)
       VALUES ($1, $2, $3, '{}', '{}', 'routed', '{}', now())`,
      [ground.organisation.id, newId(), guest],
    )
    expect(await count('/events/count')).toEqual({ count: 10_000, more: true })
  })

  test('nothing where counting takes too long, and the connection is as good as before', async () => {
    const slowly = () => ({ sql: 'SELECT pg_sleep(5)', values: [] })
    const counted = () => countRows(listsOn(ground.millrace.database), ground.organisation.id, slowly, 50)
    expect(await counted()).toEqual({ count: null, more: false })
    expect(await count('/tasks/count')).toEqual({ count: ROWS / 2, more: false })
  })

  test('workflows, venues, suppressions and the audit log too, as they are filtered', async () => {
    await ground.organisation.venue('OTHER')
    for (const address of ['one@example.com', 'two@example.com', 'three@example.org'])
      expect(
        (await ground.owner.post('/suppressions', { channel: 'email', address, note: 'asked' })).status,
      ).toBe(201)
    const counted = async (list: string, filter: string) =>
      (await ground.owner.get<ListCount>(`${list.replace('venues', 'venues-')}count${filter}`)).body
    for (const [list, filter, expected] of [
      ['/workflows/', '', 2],
      ['/workflows/', '?status=paused', 0],
      ['/venues', '', 2],
      ['/venues', '?text=qua', 1],
      ['/suppressions/', '', 3],
      ['/suppressions/', '?text=t', 2],
      ['/suppressions/', '?lifted=yes', 0],
      ['/audit/', '?action=suppression', 3],
      ['/audit/', '?action=suppression&actor=nobody@example.com', 0],
    ] as const) {
      const rows = await readAll(ground.owner, `${list.replace(/\/$/, '')}${filter}`)
      expect(rows.flat(), `${list}${filter}`).toHaveLength(expected)
      expect(await counted(list, filter), `${list}${filter}`).toEqual({ count: expected, more: false })
    }
    const restricted = await ground.restricted('viewer', ['QUAY'])
    expect((await restricted.get('/venues-count')).body).toEqual({ count: 1, more: false })
    expect((await ground.viewer.get('/audit/count')).status).toBe(403)
  })

  test('by the filters of the list: one that it does not have is refused', async () => {
    expect((await ground.viewer.get('/events/count?status=lost')).status).toBe(400)
    expect((await ground.viewer.get('/tasks/count?status=lost')).status).toBe(400)
  })
})

describe('a list is sorted as it is asked to be', () => {
  test.each<[string, string]>([
    ['/events?status=unrouted', 'created_at'],
    ['/runs?status=failed', 'created_at'],
    ['/runs?status=completed', 'created_at'],
    ['/outbox?', 'created_at'],
  ])('%s: oldest first', async (path, key) => {
    type Row = Record<string, string> & { id: string }
    const first = async (query: string) =>
      (await ground.viewer.get<{ data: Row[] }>(`${path}${query}`)).body.data
    const oldest = await first('&sort=created&limit=20')
    const newest = await first('&limit=20')
    expect(oldest).toHaveLength(20)
    const times = oldest.map(row => row[key] as string)
    expect(times).toEqual(times.toSorted())
    expect(times[0]?.localeCompare(newest[0]?.[key] as string)).toBeLessThanOrEqual(0)
    expect(oldest.map(({ id }) => id)).not.toEqual(newest.map(({ id }) => id))
  })

  test('tasks by when they are due, those without a time last, both ways round', async () => {
    const due = async (sort: string) =>
      (await readAll<{ due_at: string | null }>(ground.viewer, `/tasks?limit=100&sort=${sort}`))
        .flat()
        .map(({ due_at }) => due_at)
    for (const [sort, sign] of [
      ['due', 1],
      ['-due', -1],
    ] as const) {
      const all = await due(sort)
      const timed = all.filter(time => time !== null)
      expect(all.slice(timed.length).every(time => time === null)).toBe(true)
      expect(timed).toEqual(timed.toSorted((one, other) => sign * one.localeCompare(other)))
    }
  })

  test('workflows by their name, page by page', async () => {
    const names = (await readAll<{ name: string }>(ground.viewer, '/workflows?limit=1&sort=-name'))
      .flat()
      .map(({ name }) => name.toLowerCase())
    expect(names.length).toBeGreaterThan(1)
    expect(names).toEqual(names.toSorted().toReversed())
  })

  test('a cursor of another order is refused, and so is an order that the list does not have', async () => {
    const { body } = await ground.viewer.get<{ links: { next: string } }>('/tasks?limit=1&sort=due')
    const cursor = new URL(body.links.next, 'http://x').searchParams.get('cursor')
    expect((await ground.viewer.get(`/tasks?limit=1&cursor=${cursor}`)).status).toBe(400)
    expect((await ground.viewer.get('/runs?sort=guest')).status).toBe(400)
  })
})

test('the list of workflows leaves as a file, by the same filters, and never as a formula', async () => {
  const { body } = await ground.editor.post<{ workflow: { id: string } }>('/workflows', {
    name: '@filed, "x"',
    description: '=1+1',
  })
  const read = async (query: string) => {
    const file = await download(ground.millrace.url, ground.viewer, `/workflows/export?format=csv${query}`)
    expect([file.status, file.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="workflows.csv"',
    ])
    return file.text.trimEnd().split('\r\n')
  }
  const [heading, ...lines] = await read('&name=filed')
  expect(heading).toMatch(
    /^id,name,description,.*,guests_inside,runs_last_7_days,failed_last_7_days,folder,tags,published_at$/,
  )
  expect(lines).toEqual([expect.stringContaining(`${body.workflow.id},"'@filed, ""x""",'=1+1,,draft,`)])
  expect(await read('&status=active')).toHaveLength(3)
  expect((await ground.viewer.get('/workflows/export')).status).toBe(400)

  await ground.millrace.database.engine.query(
    `INSERT INTO workflows (organisation_id, id, name, status)
     SELECT $1, gen_random_uuid(), 'Many ' || n, 'draft' FROM generate_series(1, 250) AS n`,
    [ground.organisation.id],
  )
  const names = (await read('&name=many')).slice(1).map(line => line.split(',')[1])
  expect([names.length, new Set(names).size]).toEqual([250, 250])
})
