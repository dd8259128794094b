import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { believedTime } from '#db/believed-time.ts'
import { openRuns } from '#runs/runs.fixture.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/postgres.ts'
import { atTerminal } from '../at-terminal.fixture.ts'

let prepared: TestDatabase
let runs: Awaited<ReturnType<typeof openRuns>>
let folder: string
let workflowId: string

beforeAll(async () => {
  prepared = await createTestDatabase()
  runs = await openRuns(prepared)
  folder = mkdtempSync(join(tmpdir(), 'millrace-runs-'))
  workflowId = await runs.publish(greets)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await runs.close()
})

const greets: WorkflowDefinition = {
  trigger: { source: 'till', when: { field: 'event.parameters.spend', operator: 'at_least', value: 50 } },
  start: 'pause',
  nodes: [
    { id: 'pause', type: 'wait', until: { after: { amount: 1, unit: 'days' } }, next: 'mail' },
    { id: 'mail', type: 'send_email', subject: 'Hello {{ guest.name }}', html: '<p>Hi</p>', next: 'give' },
    { id: 'give', type: 'award_points', points: 5, next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
}

const millrace = (...words: string[]) =>
  atTerminal(words, { DATABASE_URL: prepared.url, MILLRACE_DATA_DIR: folder })

const file = (name: string, content: object) => {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

async function waiting(): Promise<string> {
  const jobs = await runs.start(workflowId, [await runs.guest()])
  await runs.advance(jobs)
  return jobs[0]?.run_id as string
}

test('`runs list` and `runs trace` show where a run stands, and `runs cancel` ends it', async () => {
  const id = await waiting()
  const listed = await millrace('runs', 'list', 'Test', '--status', 'waiting')
  expect(listed.out).toMatch(new RegExp(`${id} +waiting .* pause .* until `))
  const traced = await millrace('runs', 'trace', id)
  expect(traced.out).toMatch(/^└─ … pause {2}wait {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ {2} *░+$/m)
  expect(await millrace('runs', 'cancel', id)).toMatchObject({ exitCode: 0, said: `Cancelled ${id}.\n` })
  const after = JSON.parse((await millrace('runs', 'trace', id, '--json')).out)
  expect(after).toMatchObject({ run: { status: 'cancelled' }, steps: [{ status: 'skipped' }] })
  expect(await millrace('runs', 'cancel', id)).toMatchObject({
    exitCode: 1,
    said: 'The run has already ended: cancelled.\n',
  })
  expect((await millrace('runs', 'trace', newId())).said).toContain('There is no run')
  expect(await millrace('runs', 'list', 'Test', '--status', 'asleep')).toMatchObject({ exitCode: 2 })
})

test('what a command believed about the clock of its database ends with it', async () => {
  await millrace('runs', 'list', 'Test')
  expect(believedTime.now()).toBeNull()
})

test('`runs retry` gives a failed run a job, and no other run', async () => {
  const id = await waiting()
  expect((await millrace('runs', 'retry', id)).said).toContain('Only a failed run can be retried')
  await runs.query(
    `UPDATE runs SET status = 'failed', error = '{"code": "x", "message": "Refused."}', finished_at = now()
     WHERE id = $1`,
    [id],
  )
  expect(await millrace('runs', 'retry', id)).toMatchObject({ exitCode: 0 })
  expect(await runs.run(id)).toMatchObject({ status: 'running', error: null })
  const [waitingJobs] = await runs.query<{ jobs: number }>(
    'SELECT count(*) AS jobs FROM jobs WHERE data::text LIKE $1',
    [`%${id}%`],
  )
  expect(waitingJobs).toEqual({ jobs: 1 })
})

test('`tasks done` lets the run that waits for the task continue, with the name of who did it', async () => {
  const asks = await runs.publish({
    trigger: { source: 'complaint' },
    start: 'call',
    nodes: [
      { id: 'call', type: 'create_task', title: 'Call them', assignee: 'Manager', next: 'called' },
      {
        id: 'called',
        type: 'wait_for_task',
        tasks: ['call'],
        next: 'end',
        timeout: { after: { amount: 1, unit: 'days' }, next: 'end' },
      },
      { id: 'end', type: 'end', outcome: 'success' },
    ],
  })
  await runs.query(`UPDATE workflows SET name = 'Complaints' WHERE id = $1`, [asks])
  const jobs = await runs.start(asks, [await runs.guest()])
  await runs.advance(jobs)
  const runId = jobs[0]?.run_id as string
  const { tasks } = JSON.parse((await millrace('tasks', 'list', '--json')).out)
  expect(tasks).toMatchObject([{ title: 'Call them', run_id: runId, status: 'open' }])
  const [{ id }] = tasks
  expect((await millrace('tasks', 'list', '--assignee', 'Nobody')).said).toBe('No tasks found.\n')
  expect((await millrace('tasks', 'list')).out).toMatch(new RegExp(`${id} +Call them +- +Manager +-`))
  expect(await millrace('tasks', 'done', id)).toMatchObject({ exitCode: 2 })
  expect((await millrace('tasks', 'done', newId(), '--by', 'grace@example.com')).said).toContain(
    'There is no task',
  )
  expect((await millrace('tasks', 'done', id, '--by', 'grace@example.com')).said).toContain('is no member')
  const member = newId()
  await runs.query(`INSERT INTO members (id, email, name) VALUES ($1, 'grace@example.com', 'Grace')`, [
    member,
  ])
  await runs.query(`INSERT INTO memberships (organisation_id, member_id, role) VALUES ($1, $2, 'owner')`, [
    runs.organisationId,
    member,
  ])
  expect(await millrace('tasks', 'done', id, '--by', 'Grace@example.com')).toMatchObject({
    exitCode: 0,
    said: 'Done: Call them.\n',
  })
  expect(await runs.run(runId)).toMatchObject({ status: 'running' })
  const done = JSON.parse((await millrace('tasks', 'list', '--done', '--json')).out)
  expect(done.tasks).toMatchObject([{ id, status: 'done', done_by: 'grace@example.com' }])
})

test('`simulate` draws the way, the messages and the end, and stores nothing', async () => {
  const before = await runs.query('SELECT count(*) FROM runs')
  const guest = file('guest.json', { name: 'Ada', email: 'ada@example.com', email_consent: true })
  const drawn = await millrace('simulate', 'Test', '--guest', guest, '--param', 'spend=60')
  expect(drawn).toMatchObject({ exitCode: 0 })
  expect(drawn.out).toContain('✓ The workflow takes the event.')
  expect(drawn.out).toContain("✓ the event's spend is at least 50: found 60")
  expect(drawn.out).toMatch(/├─ ✓ pause {2}wait +\S+ \S+, took 1 d$/m)
  expect(drawn.out).toMatch(/email to ada@example.com, from mail[^\n]*\n {2}Subject: Hello Ada\n/)
  expect(drawn.out).toContain('Points: 5; the guest then has 5.')
  expect(drawn.out).toContain('The run is completed with success')
  expect(await runs.query('SELECT count(*) FROM runs')).toEqual(before)

  const script = file('script.json', { happenings: [{ event: { source: 'till' } }] })
  const workflow = file('workflow.json', { millrace: 1, name: 'From a file', definition: greets })
  const words = ['simulate', workflow, '--script', script, '--source', 'till', '--param', 'spend=1', '--json']
  const result = JSON.parse((await millrace(...words)).out)
  expect(result).toMatchObject({
    verdict: { reason: 'condition_failed' },
    run: null,
    heard: [{ did: 'nothing' }],
  })
})

test('`simulate` says in a sentence what is wrong with what it was given', async () => {
  const said = async (...words: string[]) => (await millrace('simulate', ...words)).said
  expect(await said('Nothing')).toContain('There is no workflow "Nothing"')
  expect(await said('Test', '--guest', newId())).toContain('There is no guest')
  expect(await said('Test', '--guest', 'nowhere.json')).toContain('cannot be read (ENOENT)')
  expect(await said('Test', '--at', 'soon')).toContain('--at is "soon"')
  expect(await said('Test', '--version', '9')).toContain('no version 9')
  expect(await said('Test', '--event', newId(), '--param', 'a=1')).toContain('not both')
  const wrong = file('wrong.json', { happenings: [{ advance: 'backwards' }] })
  expect(await said('Test', '--script', wrong)).toContain('The script is not valid: happenings.0')
  const unsound = file('unsound.json', { millrace: 1, name: 'X', definition: { ...greets, start: 'gone' } })
  expect(await said(unsound)).toMatch(/gone|sound|used/)
})

test('`events tail` shows what came and what comes, each event once', async () => {
  const store = (source: string) =>
    runs.query(
      `INSERT INTO events (organisation_id, id, guest_id, serials, source, parameters, status, receipt, created_at)
       VALUES ($1, $2, $3, '{A}', $4, '{"spend": 7}', 'unrouted', '{"workflow_runs": []}', now())`,
      [runs.organisationId, newId(), newId(), source],
    )
  await store('till')
  await store('web')
  const tail = millrace('events', 'tail', '--since', '1h', '--limit', '3')
  await store('late')
  const { out } = await tail
  expect(out.match(/ {2}(till|web|late) {2}A {2}unmatched {2}\{"spend":7\}$/gm)).toHaveLength(3)
  const lines = await millrace('events', 'tail', '--since', '1h', '--source', 'web', '--limit', '1', '--json')
  expect(JSON.parse(lines.out)).toMatchObject({ source: 'web', serials: ['A'], workflow_runs: 0 })
  const why = await millrace('events', 'tail', '--since', '1h', '--source', 'web', '--limit', '1', '--why')
  expect(why.out).toContain('\n  No active workflow listens to the source "web".\n')
  expect(await millrace('events', 'tail', '--limit', 'all')).toMatchObject({ exitCode: 2 })
})
