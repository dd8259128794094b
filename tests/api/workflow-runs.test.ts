import type { RunAnswer, WorkflowRun } from '@millrace/contract/run'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { createWorkflow } from '../../server/src/workflows/create-workflow.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { setWorkflowStatus } from '../../server/src/workflows/set-workflow-status.ts'
import {
  eventually,
  request,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'
import { awardsPoints, endsAtOnce, spentAtLeast, waits } from '../support/workflows.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let token: string
let guest: string

beforeAll(async () => {
  millrace = await startTestMillrace()
  organisation = await millrace.organisation()
  token = await organisation.token()
  guest = await organisation.guest()
})
afterAll(() => millrace.stop())

interface Problem {
  code: string
  message: string
  errors?: Record<string, string[]>
}
interface RunPage extends Problem {
  data: WorkflowRun[]
  links: { next: string | null }
}

const runsOf = (workflow: string) => `${millrace.url}/v1/workflows/${workflow}/workflow-runs`
const store = (workflow: string, json: unknown = { org_reg_id: guest }) =>
  request<RunAnswer & Problem>(runsOf(workflow), { token, json })
const read = (workflow: string, run: string) =>
  request<RunAnswer & Problem>(`${runsOf(workflow)}/${run}`, { token })
const cancel = (workflow: string, run: string) =>
  request<RunAnswer & Problem>(`${runsOf(workflow)}/${run}/cancel`, { method: 'POST', token })
const list = (workflow: string, query = '') =>
  request<RunPage>(`${runsOf(workflow)}${query && `?${query}`}`, { token })

async function stored(workflow: string, org_reg_id = guest): Promise<WorkflowRun> {
  const answer = await store(workflow, { org_reg_id })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.workflow_run
}

async function settled(run: WorkflowRun, ...statuses: string[]): Promise<WorkflowRun> {
  const answer = await eventually(
    () => read(run.workflow_id, run.id),
    ({ body }) => statuses.includes(body.workflow_run?.status),
  )
  return answer.body.workflow_run
}

const setStatus = (workflowId: string, status: 'active' | 'paused' | 'cancelled') =>
  inTransaction(millrace.database.engine, tx =>
    setWorkflowStatus(tx, { organisationId: organisation.id, workflowId, status, actor: 'test' }),
  )

const draft = async () => {
  const { id } = await inTransaction(millrace.database.engine, tx =>
    createWorkflow(tx, { organisationId: organisation.id, name: 'Draft', actor: 'test' }),
  )
  return id
}

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const bypassed = ['trigger_conditions', 'source', 'venue_targeting', 're_entry_limit']

describe('storing a run', () => {
  test('answers 201 with the whole run and where it is to be found', async () => {
    const workflow = await organisation.workflow(endsAtOnce({ source: 'whole' }))
    const answer = await store(workflow)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      message: 'Run stored; the guest is on the way through the workflow.',
      workflow_run: {
        id: expect.any(String),
        workflow_id: workflow,
        workflow_version: 1,
        org_reg_id: guest,
        organisation_registration_id: guest,
        event_id: null,
        trigger: 'api',
        bypassed,
        status: 'queued',
        outcome: null,
        outcome_reason: null,
        current_node_id: null,
        waiting_for: null,
        resumes_at: null,
        error: null,
        created_at: timestamp,
        started_at: null,
        finished_at: null,
      },
    })
    const location = answer.headers.get('location') as string
    expect(location).toBe(`${runsOf(workflow)}/${answer.body.workflow_run.id}`)
    const there = await request<RunAnswer>(location, { token })
    expect([there.status, there.body.workflow_run.id]).toEqual([200, answer.body.workflow_run.id])
  })

  test('starts for the guest, whatever the trigger says', async () => {
    const workflow = await organisation.workflow({
      ...awardsPoints({ source: 'somewhere else' }, 10),
      trigger: {
        source: 'somewhere else',
        venues: ['NOWHERE'],
        when: spentAtLeast(1_000_000),
        re_entry: { within: null, per: 'guest' },
      },
    })
    const someone = await organisation.guest()
    for (const run of [await stored(workflow, someone), await stored(workflow, someone)]) {
      expect(await settled(run, 'completed')).toMatchObject({ bypassed, outcome: 'success' })
    }
    const { rows } = await millrace.database.engine.query('SELECT points FROM guests WHERE id = $1', [
      someone,
    ])
    expect(rows).toEqual([{ points: 20 }])
  })

  test('leaves the re-entry limit as it was: an event may still enter', async () => {
    const workflow = await organisation.workflow(
      endsAtOnce({ source: 'once', re_entry: { within: null, per: 'guest' } }),
    )
    await stored(workflow)
    const event = await request<{ event: { status: string } }>(
      `${millrace.url}/v1/workflows/incoming-event`,
      { token, json: { organisation_registration_id: guest, parameters: { source: 'once' } } },
    )
    expect(event.body.event.status).toBe('routed')
  })

  test('takes ids in any case', async () => {
    const workflow = await organisation.workflow(endsAtOnce({ source: 'case' }))
    const answer = await store(workflow.toUpperCase(), { org_reg_id: guest.toUpperCase() })
    expect(answer.status).toBe(201)
    expect(answer.body.workflow_run).toMatchObject({ workflow_id: workflow, org_reg_id: guest })
    expect(answer.headers.get('location')).toContain(workflow)
  })

  test('starts on the version that is published now', async () => {
    const workflow = await organisation.workflow(endsAtOnce({ source: 'versions' }))
    const first = await stored(workflow)
    await inTransaction(millrace.database.engine, tx =>
      publishWorkflow(tx, {
        organisationId: organisation.id,
        workflowId: workflow,
        document: endsAtOnce({ source: 'versions' }, 'failure'),
        actor: 'test',
      }),
    )
    const second = await stored(workflow)
    expect([first.workflow_version, second.workflow_version]).toEqual([1, 2])
    expect((await settled(first, 'completed')).outcome).toBe('success')
    expect((await settled(second, 'completed')).outcome).toBe('failure')
  })

  test.each([
    ['nothing', {}, { org_reg_id: ['is required'] }],
    ['null', { org_reg_id: null }, { org_reg_id: ['must be a string'] }],
    ['a number', { org_reg_id: 1 }, { org_reg_id: ['must be a string'] }],
    ['text', { org_reg_id: 'me' }, { org_reg_id: ['must be a UUID'] }],
    [
      'the name of the other endpoint',
      { organisation_registration_id: newId() },
      { org_reg_id: ['is required'], organisation_registration_id: ['is not a field of this request'] },
    ],
    [
      'other fields',
      { org_reg_id: newId(), parameters: { source: 'x' }, bypassed: [] },
      { parameters: ['is not a field of this request'], bypassed: ['is not a field of this request'] },
    ],
    ['a list', [], { body: ['must be an object'] }],
  ])('refuses a body with %s, and says what is wrong', async (_what, body, errors) => {
    const workflow = await organisation.workflow(endsAtOnce({ source: newId() }))
    const answer = await store(workflow, body)
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
    expect(answer.body.errors).toEqual(errors)
    expect((await list(workflow)).body.data).toEqual([])
  })

  test('refuses a field named __proto__ like any other', async () => {
    const workflow = await organisation.workflow(endsAtOnce({ source: 'proto' }))
    const answer = await request<Problem>(runsOf(workflow), {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json' },
      body: `{"org_reg_id":"${guest}","__proto__":{"status":"completed"}}`,
    })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors as object)).toEqual(['__proto__'])
  })

  test('for a guest that nobody is, is 404 guest_not_found', async () => {
    const workflow = await organisation.workflow(endsAtOnce({ source: 'unknown guest' }))
    const answer = await store(workflow, { org_reg_id: newId() })
    expect([answer.status, answer.body.code]).toEqual([404, 'guest_not_found'])
  })

  test.each([
    ['no id', 'nonsense'],
    ['an unknown id', newId()],
    ['the name of the other endpoint', 'incoming-event'],
    ['NUL', '%00'],
    ['a path', '..%2f..'],
    ['an emoji', '%F0%9F%8D%BA'],
    ['2,000 characters', 'x'.repeat(2_000)],
  ])('for a workflow that is not there is 404 workflow_not_found: %s', async (_what, workflow) => {
    const answer = await store(workflow)
    expect([answer.status, answer.body.code]).toEqual([404, 'workflow_not_found'])
  })

  test('for a workflow whose name cannot be read is 404', async () => {
    const answer = await store('%ZZ')
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })

  test.each([
    ['draft', 'a draft', 'Publish it first.'],
    ['paused', 'paused', 'Resume it first.'],
    ['cancelled', 'cancelled', 'That is final: use another workflow.'],
  ] as const)('for a workflow of status %s is 409: it is %s. %s', async (status, said, nextStep) => {
    const workflow =
      status === 'draft' ? await draft() : await organisation.workflow(endsAtOnce({ source: status }))
    if (status !== 'draft') await setStatus(workflow, status)
    const answer = await store(workflow)
    expect([answer.status, answer.body.code]).toEqual([409, 'workflow_not_active'])
    expect(answer.body.message).toBe(`The workflow is ${said}, so no run can be stored for it. ${nextStep}`)
    expect((await list(workflow)).body.data).toEqual([])
  })
})

describe('a run', () => {
  test.each([
    ['success', undefined],
    ['success', 'thanked'],
    ['failure', 'out of vouchers'],
  ] as const)('that reaches an end with %s is completed, with that outcome', async (outcome, reason) => {
    const workflow = await organisation.workflow(endsAtOnce({ source: newId() }, outcome, reason))
    const run = await settled(await stored(workflow), 'completed', 'failed')
    expect(run).toMatchObject({
      status: 'completed',
      outcome,
      outcome_reason: reason ?? null,
      error: null,
      waiting_for: null,
      resumes_at: null,
      started_at: timestamp,
      finished_at: timestamp,
    })
  })

  test('that waits says for what and until when', async () => {
    const workflow = await organisation.workflow(waits({ source: 'waiting' }))
    const run = await settled(await stored(workflow), 'waiting')
    expect(run).toMatchObject({ current_node_id: 'pause', outcome: null, finished_at: null })
    expect(run.resumes_at).toEqual(timestamp)
    expect(run.waiting_for).toEqual({ type: 'time', until: run.resumes_at })
    const days = (Date.parse(run.resumes_at as string) - Date.parse(run.started_at as string)) / 86_400_000
    expect(days).toBeCloseTo(3, 2)
  })

  test('whose guest is gone has failed, with the reason', async () => {
    const workflow = await organisation.workflow(waits({ source: 'gone' }))
    const someone = await organisation.guest()
    const run = await settled(await stored(workflow, someone), 'waiting')
    await millrace.database.engine.query('DELETE FROM guests WHERE id = $1', [someone])
    await millrace.database.engine.query(
      `UPDATE runs SET resumes_at = now() - interval '1 second' WHERE id = $1`,
      [run.id],
    )
    const failed = await settled(run, 'failed')
    expect(failed).toMatchObject({ status: 'failed', outcome: null, finished_at: timestamp })
    expect(failed.error).toMatchObject({ code: 'guest_missing' })
  })

  test.each([
    ['an unknown id', () => newId()],
    ['no id at all', () => 'nonsense'],
  ])('with %s is 404 run_not_found', async (_what, id) => {
    const workflow = await organisation.workflow(endsAtOnce({ source: newId() }))
    for (const answer of [await read(workflow, id()), await cancel(workflow, id())]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'run_not_found'])
    }
  })

  test('is found under its own workflow only', async () => {
    const workflow = await organisation.workflow(waits({ source: newId() }))
    const other = await organisation.workflow(endsAtOnce({ source: newId() }))
    const run = await settled(await stored(workflow), 'waiting')
    for (const wrong of [other, newId(), 'nonsense']) {
      for (const answer of [await read(wrong, run.id), await cancel(wrong, run.id)]) {
        expect([answer.status, answer.body.code]).toEqual([404, 'run_not_found'])
      }
    }
    expect((await read(workflow, run.id)).body.workflow_run.status).toBe('waiting')
  })
})

describe('cancelling', () => {
  test('ends a run in the middle of its wait, for good', async () => {
    const workflow = await organisation.workflow(waits({ source: 'cancel' }))
    const run = await settled(await stored(workflow), 'waiting')
    const answer = await cancel(workflow, run.id)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      message: 'The run is cancelled.',
      workflow_run: {
        ...run,
        status: 'cancelled',
        waiting_for: null,
        resumes_at: null,
        finished_at: timestamp,
      },
    })
    expect((await read(workflow, run.id)).body.workflow_run).toEqual(answer.body.workflow_run)
  })

  test('is 409 run_finished for a run that is finished, also for one that was cancelled', async () => {
    const ends = await organisation.workflow(endsAtOnce({ source: newId() }))
    const stays = await organisation.workflow(waits({ source: newId() }))
    const completed = await settled(await stored(ends), 'completed')
    const cancelled = await settled(await stored(stays), 'waiting')
    await cancel(stays, cancelled.id)
    for (const [run, status] of [
      [completed, 'completed'],
      [cancelled, 'cancelled'],
    ] as const) {
      const before = await read(run.workflow_id, run.id)
      const answer = await cancel(run.workflow_id, run.id)
      expect([answer.status, answer.body.code]).toEqual([409, 'run_finished'])
      expect(answer.body.message).toBe(`The run is ${status} and cannot be cancelled.`)
      expect((await read(run.workflow_id, run.id)).body).toEqual(before.body)
    }
  })

  test.each([
    ['no body', {}],
    ['a type and no body', { headers: { 'content-type': 'application/json' } }],
    ['an empty object', { json: {} }],
  ])('needs no body, and takes %s', async (_what, init) => {
    const workflow = await organisation.workflow(waits({ source: newId() }))
    const run = await settled(await stored(workflow), 'waiting')
    const address = `${runsOf(workflow)}/${run.id}/cancel`
    const answer = await request(address, { method: 'POST', token, ...init })
    expect(answer.status, answer.text).toBe(200)
  })

  test('of one run by many at once succeeds for one of them', async () => {
    const workflow = await organisation.workflow(waits({ source: newId() }))
    const run = await settled(await stored(workflow), 'waiting')
    const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(workflow, run.id)))
    expect(answers.map(answer => answer.status).sort()).toEqual([200, ...Array(7).fill(409)])
  })
})

describe('the list of runs', () => {
  let workflow: string
  let runs: WorkflowRun[]
  let someone: string

  beforeAll(async () => {
    workflow = await organisation.workflow(waits({ source: 'list' }))
    someone = await organisation.guest()
    runs = []
    for (let n = 0; n < 7; n++) runs.unshift(await stored(workflow, n % 3 === 0 ? someone : guest))
    runs = await Promise.all(runs.map(run => settled(run, 'waiting')))
    await cancel(workflow, (runs[2] as WorkflowRun).id)
  })
  const ids = (page: { data: { id: string }[] }) => page.data.map(run => run.id)

  test('has all runs, the newest first, each as it is read alone', async () => {
    const { status, body } = await list(workflow)
    expect(status).toBe(200)
    expect(ids(body)).toEqual(runs.map(run => run.id))
    expect(body.links).toEqual({ next: null })
    const alone = await read(workflow, (runs[0] as WorkflowRun).id)
    expect(body.data[0]).toEqual(alone.body.workflow_run)
  })

  test.each([1, 2, 3, 6, 7, 8, 100])('in pages of %i has every run once', async limit => {
    const seen: string[] = []
    let next: string | null = `${runsOf(workflow)}?limit=${limit}`
    let pages = 0
    while (next !== null) {
      const { body }: { body: RunPage } = await request<RunPage>(next, { token })
      expect(body.data.length).toBeGreaterThan(0)
      expect(body.data.length).toBeLessThanOrEqual(limit)
      seen.push(...ids(body))
      next = body.links.next
      pages++
    }
    expect(seen).toEqual(runs.map(run => run.id))
    expect(pages).toBe(Math.ceil(7 / limit))
  })

  test('can be narrowed by status and by guest, also page by page', async () => {
    const cancelled = (runs[2] as WorkflowRun).id
    expect(ids((await list(workflow, 'status=cancelled')).body)).toEqual([cancelled])
    expect(ids((await list(workflow, 'status=failed')).body)).toEqual([])
    const theirs = runs.filter(run => run.org_reg_id === someone).map(run => run.id)
    expect(ids((await list(workflow, `org_reg_id=${someone.toUpperCase()}`)).body)).toEqual(theirs)
    const first = await list(workflow, `org_reg_id=${someone}&limit=2`)
    const second = await request<RunPage>(first.body.links.next as string, { token })
    expect([...ids(first.body), ...ids(second.body)]).toEqual(theirs)
    expect(second.body.links.next).toBeNull()
  })

  test('is empty for a workflow without runs', async () => {
    const idle = await organisation.workflow(endsAtOnce({ source: newId() }))
    expect((await list(idle)).body).toEqual({ data: [], links: { next: null } })
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['status=done', 'status'],
    ['org_reg_id=me', 'org_reg_id'],
    ['cursor=', 'cursor'],
  ])('refuses the query %s', async (query, field) => {
    const answer = await list(workflow, query)
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
    expect(Object.keys(answer.body.errors as object)).toEqual([field])
  })

  test("refuses another list's cursor", async () => {
    const other = await organisation.workflow(waits({ source: newId() }))
    const { body } = await list(workflow, 'limit=1')
    const cursor = new URL(body.links.next as string).searchParams.get('cursor')
    const answer = await list(other, `cursor=${cursor}`)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_cursor'])
  })

  test.each(['nonsense', newId()])('of the workflow %s, which is not there, is 404', async unknown => {
    const answer = await list(unknown)
    expect([answer.status, answer.body.code]).toEqual([404, 'workflow_not_found'])
  })
})

describe('the list of workflows', () => {
  test('has those of the organisation, the newest first, by status and in pages', async () => {
    const owner = await millrace.organisation('Own')
    const ownToken = await owner.token()
    const ids = [
      await owner.workflow(endsAtOnce({ source: 'a' }), 'First'),
      await owner.workflow(endsAtOnce({ source: null }), 'Second'),
    ]
    const see = (query: string) =>
      request<{ data: { id: string }[]; links: { next: string | null } }>(
        `${millrace.url}/v1/workflows${query}`,
        { token: ownToken },
      )
    const all = await see('')
    expect(all.body).toEqual({
      data: [
        {
          id: ids[1],
          name: 'Second',
          description: '',
          status: 'active',
          source: null,
          listener: false,
          trigger: 'event',
          version: 1,
          created_at: timestamp,
          updated_at: timestamp,
        },
        expect.objectContaining({ id: ids[0], name: 'First', source: 'a' }),
      ],
      links: { next: null },
    })
    const first = await see('?limit=1')
    const second = await request<typeof first.body>(first.body.links.next as string, { token: ownToken })
    expect([first.body.data[0]?.id, second.body.data[0]?.id]).toEqual([ids[1], ids[0]])
    expect((await see('?status=paused')).body.data).toEqual([])
    expect((await see('?status=active')).body.data).toHaveLength(2)
    expect((await see('?status=running')).status).toBe(400)
  })

  test('says of a draft that no version is live, and no source listened to, whatever the draft names', async () => {
    const { id } = await inTransaction(millrace.database.engine, tx =>
      createWorkflow(tx, {
        organisationId: organisation.id,
        name: 'Not yet published',
        draft: endsAtOnce({ source: 'till' }),
        actor: 'test',
      }),
    )
    const { body } = await request(`${millrace.url}/v1/workflows/${id}`, { token })
    expect(body).toMatchObject({
      message: 'The workflow is a draft.',
      workflow: { status: 'draft', version: null, source: null, listener: false },
    })
  })
})
