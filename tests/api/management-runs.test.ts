import type { RunCount, RunInList, RunInspection } from '@millrace/contract/dashboard/runs'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { awardsPoints, endsAtOnce, waits } from '../support/workflows.ts'
import {
  download,
  type Ground,
  openGround,
  type Page,
  readAll,
  sendEvent,
  settled,
} from './management-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(() => ground.millrace.stop())

let sources = 0
async function workflow(make: (trigger: { source: string }) => WorkflowDefinition) {
  const source = `source-${++sources}`
  return { source, id: await ground.organisation.workflow(make({ source }), source) }
}

/** Its call goes nowhere, so every run fails there. */
const failing = (trigger: { source: string }): WorkflowDefinition => ({
  trigger,
  start: 'points',
  nodes: [
    { id: 'points', type: 'award_points', points: 5, next: 'call' },
    {
      id: 'call',
      type: 'call_webhook',
      label: 'Text them',
      url: 'http://127.0.0.1/',
      method: 'POST',
      next: 'end',
    },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
})

interface Answer {
  code: string
  errors: object
  workflow_run: { status: string }
  done: number
  left: number
  cursor: string | null
}

describe('runs are listed', () => {
  test('by workflow, status, outcome, guest, node, error and time', async () => {
    const [ended, waiting, failed] = [
      await workflow(endsAtOnce),
      await workflow(waits),
      await workflow(failing),
    ]
    const guest = await ground.organisation.guest({ name: 'Ada' })
    const runs: Record<string, string> = {}
    for (const [name, { source }] of Object.entries({ ended, waiting, failed })) {
      const { runId } = await sendEvent(ground.editor, guest, source)
      await settled(ground.viewer, runId)
      runs[name] = runId
    }
    const ask = async (query: string) =>
      (await ground.viewer.get<Page<RunInList>>(`/runs?guest_id=${guest}&${query}`)).body.data.map(
        ({ id }) => id,
      )
    expect(await ask('')).toEqual([runs.failed, runs.waiting, runs.ended])
    expect(await ask(`workflow_id=${ended.id}`)).toEqual([runs.ended])
    expect(await ask('status=waiting')).toEqual([runs.waiting])
    expect(await ask('status=failed')).toEqual([runs.failed])
    expect(await ask('outcome=success')).toEqual([runs.ended])
    expect(await ask('node=pause')).toEqual([runs.waiting])
    const { data } = (await ground.viewer.get<Page<RunInList>>(`/runs?guest_id=${guest}&status=failed`)).body
    const error = data[0]?.error as { code: string }
    expect(await ask(`error=${error.code}`)).toEqual([runs.failed])
    expect(await ask('error=other')).toEqual([])
    const now = encodeURIComponent(new Date(Date.now() + 60_000).toISOString())
    expect(await ask(`since=${now}`)).toEqual([])
    expect(await ask(`until=${now}&limit=1`)).toEqual([runs.failed])
    expect(data[0]).toMatchObject({ workflow_name: failed.source, guest_name: 'Ada', status: 'failed' })
  })

  test('call a guest without a name by an address', async () => {
    const { source } = await workflow(endsAtOnce)
    const email = `${source}@example.com`
    const guest = await ground.organisation.guest({ name: null, email })
    const { eventId } = await sendEvent(ground.editor, guest, source)
    for (const list of ['runs', 'events'])
      expect((await ground.viewer.get(`/${list}?guest_id=${guest}`)).body).toMatchObject({
        data: [{ guest_name: email }],
      })
    expect((await ground.viewer.get(`/events/${eventId}`)).body).toMatchObject({ guest_name: email })
  })

  test('in pages', async () => {
    const { source, id } = await workflow(endsAtOnce)
    const guest = await ground.organisation.guest()
    for (let n = 0; n < 5; n += 1) await sendEvent(ground.editor, guest, source)
    const pages = await readAll<RunInList>(ground.viewer, `/runs?workflow_id=${id}&limit=2`)
    expect(pages.map(page => page.length)).toEqual([2, 2, 1])
    const ids = pages.flat().map(run => run.id)
    expect(ids).toEqual(ids.toSorted().reverse())
  })

  test.each([
    'status=lost',
    'workflow_id=x',
    'since=yesterday',
    'since=2016-12-31T23:59:60Z',
    'limit=0',
    'cursor=x',
  ])('not by nonsense: %s', async query => {
    expect((await ground.viewer.get(`/runs?${query}`)).status).toBe(400)
  })

  test('as a file of any length, in which no name is a formula', async () => {
    const { source, id } = await workflow(endsAtOnce)
    const guest = await ground.organisation.guest({ name: '=cmd|calc, "x"' })
    const { runId } = await sendEvent(ground.editor, guest, source)
    await settled(ground.viewer, runId)
    const old = Array.from(
      { length: 2_500 },
      (_, n) => `00000000-${String(n).padStart(4, '0')}-7000-8000-000000000000`,
    )
    await ground.millrace.database.engine.query(
      `INSERT INTO runs (organisation_id, id, workflow_id, workflow_version, guest_id, trigger, status, input, created_at)
       SELECT $1, unnest($2::uuid[]), $3, 1, $4, 'api', 'completed', '{}', now()`,
      [ground.organisation.id, old, id, guest],
    )
    const { status, headers, text } = await download(
      ground.millrace.url,
      ground.viewer,
      `/runs/export?format=csv&workflow_id=${id}`,
    )
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      'attachment; filename="runs.csv"',
    ])
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(2_502)
    expect(lines[1]).toContain(`"'=cmd|calc, ""x"""`)
    expect(lines[1]).toContain(runId)
    expect((await ground.viewer.get('/runs/export')).status).toBe(400)
  })
})

describe('the inspector', () => {
  test('has the steps with their labels, what they sent and every attempt', async () => {
    const { source, id } = await workflow(failing)
    const guest = await ground.organisation.guest({ name: 'Ada', email: 'ada@example.com' })
    const { runId, eventId } = await sendEvent(ground.editor, guest, source)
    const found = await settled<RunInspection>(ground.viewer, runId)
    expect(found).toMatchObject({
      run: { id: runId, workflow_id: id, event_id: eventId, status: 'failed', workflow_name: source },
      guest: { id: guest, name: 'Ada', email: 'ada@example.com' },
      input: { source, parameters: { source } },
      definition: { start: 'points' },
      points: [{ node_id: 'points', points: 5 }],
      tasks: [],
      steps: [
        { position: 0, node_id: 'points', label: null, status: 'completed' },
        {
          position: 1,
          node_id: 'call',
          label: 'Text them',
          status: 'failed',
          message: { channel: 'webhook', status: 'failed', content: { method: 'POST' } },
        },
      ],
    })
    expect(found.steps[0]).not.toHaveProperty('message')
  })

  test.each(['nonsense', '%00', 'ffffffff-0000-7000-8000-000000000000'])('of no run is 404: %s', async id => {
    expect((await ground.viewer.get(`/runs/${id}`)).status).toBe(404)
    for (const path of ['cancel', 'retry']) {
      const { status, body } = await ground.editor.post<Answer>(`/runs/${id}/${path}`, {})
      expect([status, body.code]).toEqual([404, 'run_not_found'])
    }
  })
})

describe('a run', () => {
  test('is cancelled once, by a person whom the audit names', async () => {
    const { source } = await workflow(waits)
    const { runId } = await sendEvent(ground.editor, await ground.organisation.guest(), source)
    await settled(ground.viewer, runId)
    const cancel = () => ground.editor.post<Answer>(`/runs/${runId}/cancel`, {})
    expect((await cancel()).body.workflow_run.status).toBe('cancelled')
    expect([(await cancel()).status, (await cancel()).body.code]).toEqual([409, 'run_finished'])
    const audit = await ground.owner.get<Page<object>>(`/audit?subject=${runId}`)
    expect(audit.body.data).toMatchObject([{ actor: ground.editor.member.email, action: 'run.cancelled' }])
  })

  test('that failed continues from there, without doing again what was done', async () => {
    const { source } = await workflow(failing)
    const guest = await ground.organisation.guest()
    const { runId } = await sendEvent(ground.editor, guest, source)
    await settled(ground.viewer, runId)
    const retried = await ground.editor.post<Answer>(`/runs/${runId}/retry`, {})
    expect([retried.status, retried.body.workflow_run.status]).toEqual([200, 'running'])
    const again = await settled<RunInspection>(ground.viewer, runId)
    expect(again.run.status).toBe('failed')
    expect(again.points).toHaveLength(1)
    expect(again.steps.map(({ node_id, attempt }) => [node_id, attempt])).toEqual([
      ['points', 1],
      ['call', 2],
    ])
  })

  test('that did not fail is not tried again', async () => {
    const { source } = await workflow(trigger => awardsPoints(trigger, 1))
    const { runId } = await sendEvent(ground.editor, await ground.organisation.guest(), source)
    await settled(ground.viewer, runId)
    const { status, body } = await ground.editor.post<Answer>(`/runs/${runId}/retry`, {})
    expect([status, body.code]).toEqual([409, 'run_not_failed'])
  })
})

describe('many runs at once', () => {
  const retry = async (json: object) => (await ground.editor.post<Answer>('/runs/bulk-retry', json)).body
  const cancel = async (json: object) => (await ground.editor.post<Answer>('/runs/bulk-cancel', json)).body
  const count = async (query: string) => (await ground.viewer.get<RunCount>(`/runs/count?${query}`)).body

  test('are counted before anything is done to them', async () => {
    const { source, id } = await workflow(failing)
    const guest = await ground.organisation.guest()
    for (const who of [guest, guest, await ground.organisation.guest()]) {
      await settled(ground.viewer, (await sendEvent(ground.editor, who, source)).runId)
    }
    expect(await count(`workflow_id=${id}&status=failed`)).toEqual({ runs: 3, guests: 2, more: false })
    expect(await count(`workflow_id=${id}&guest_id=${guest}`)).toEqual({ runs: 2, guests: 1, more: false })
    expect(await count(`workflow_id=${id}&status=waiting`)).toEqual({ runs: 0, guests: 0, more: false })
    expect((await ground.viewer.get('/runs/count?status=lost')).status).toBe(400)
  })

  test('continue where they failed, those that were asked for', async () => {
    const { source, id } = await workflow(failing)
    const guest = await ground.organisation.guest()
    const other = await ground.organisation.guest()
    for (const who of [guest, guest, other]) {
      await settled(ground.viewer, (await sendEvent(ground.editor, who, source)).runId)
    }
    expect(await retry({ workflow_id: id, node: 'points' })).toMatchObject({ done: 0, cursor: null })
    expect(await retry({ workflow_id: id, error: 'other' })).toMatchObject({ done: 0 })
    expect(await retry({ workflow_id: id, until: '2001-01-01T00:00:00Z' })).toMatchObject({ done: 0 })
    expect(await retry({ workflow_id: id, guest_id: other })).toMatchObject({ done: 1, left: 0 })
    expect(await retry({ workflow_id: id, guest_id: guest, node: 'call' })).toMatchObject({ done: 2 })
    const audit = await ground.owner.get<Page<object>>(`/audit?subject=${id}&action=runs.retried`)
    expect(audit.body.data).toMatchObject([
      { actor: ground.editor.member.email, detail: { count: 2, guest_id: guest } },
      { detail: { count: 1 } },
    ])
  })

  test('end where they are, those of one status', async () => {
    const { source, id } = await workflow(waits)
    const guest = await ground.organisation.guest()
    const runs = []
    for (let n = 0; n < 2; n += 1) runs.push((await sendEvent(ground.editor, guest, source)).runId)
    for (const run of runs) await settled(ground.viewer, run)
    expect(await cancel({ workflow_id: id, status: 'queued' })).toMatchObject({ done: 0 })
    expect(await cancel({ workflow_id: id, status: 'waiting' })).toMatchObject({
      message: '2 runs were cancelled.',
      done: 2,
      cursor: null,
    })
    expect(await count(`workflow_id=${id}&status=cancelled`)).toMatchObject({ runs: 2 })
    expect(await cancel({ workflow_id: id, status: 'waiting' })).toMatchObject({ done: 0 })
  })

  test('are taken a portion at a time', async () => {
    const { id } = await workflow(endsAtOnce)
    const guest = await ground.organisation.guest()
    await ground.millrace.database.engine.query(
      `INSERT INTO runs (organisation_id, id, workflow_id, workflow_version, guest_id, trigger, status, error, input,
                         created_at, finished_at)
       SELECT $1, gen_random_uuid(), $2, 1, $3, 'api', 'failed', '{"code": "step_failed"}',
              '{"source": null, "serials": [], "parameters": {}}', now(), now()
       FROM generate_series(1, 230)`,
      [ground.organisation.id, id, guest],
    )
    const portions: number[] = []
    let cursor: string | null = null
    do {
      const answer: Answer = await retry({ workflow_id: id, ...(cursor === null ? {} : { cursor }) })
      portions.push(answer.done + answer.left)
      cursor = answer.cursor
    } while (cursor !== null)
    expect(portions).toEqual([100, 100, 30])
  })

  test('are only those that someone sees', async () => {
    const { source, id } = await workflow(waits)
    await ground.organisation.venue('BAY')
    const guest = await ground.organisation.guest()
    const { runId } = await sendEvent(ground.editor, guest, source, { serials: ['BAY'] })
    await settled(ground.viewer, runId)
    const some = await ground.restricted('editor', ['QUAY'])
    const json = { workflow_id: id, status: 'waiting' }
    expect((await some.post<Answer>('/runs/bulk-cancel', json)).body.done).toBe(0)
    expect((await some.get<RunCount>(`/runs/count?workflow_id=${id}`)).body.runs).toBe(0)
    expect((await cancel(json)).done).toBe(1)
  })

  test('are asked for properly', async () => {
    const nobody = '00000000-0000-7000-8000-000000000000'
    expect(await retry({ workflow_id: nobody })).toMatchObject({ code: 'workflow_not_found' })
    expect(await retry({ status: 'waiting' })).toMatchObject({ code: 'validation_failed' })
    expect(await retry({ cursor: 'x' })).toMatchObject({ code: 'invalid_cursor' })
    expect(await cancel({})).toMatchObject({ errors: { status: ['is required'] } })
    expect(await cancel({ status: 'failed' })).toMatchObject({ code: 'validation_failed' })
  })
})
