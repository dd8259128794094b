import type { OutboxMessage, WholeMessage } from '@millrace/contract/dashboard/outbox'
import type { Task } from '@millrace/contract/dashboard/tasks'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ground, openGround, type Page, readAll, sendEvent, settled } from './management-ground.ts'

let ground: Ground
let guest: string
const runs: string[] = []

/** Mails the guest, has the venue do something, and calls somebody who is not to be called. */
const definition: WorkflowDefinition = {
  trigger: { source: 'all' },
  start: 'mail',
  nodes: [
    { id: 'mail', type: 'send_email', subject: 'Hello {{ guest.name }}', html: '<p>Hi</p>', next: 'task' },
    {
      id: 'task',
      type: 'create_task',
      title: 'Call {{ guest.name }}',
      assignee: 'Manager',
      due: { amount: 1, unit: 'seconds' },
      notify: 'staff@example.com',
      next: 'call',
    },
    {
      id: 'call',
      type: 'call_webhook',
      url: 'http://127.0.0.1/?token=canary-token&id=7',
      method: 'POST',
      headers: [
        { name: 'Authorization', value: 'Bearer canary-secret' },
        { name: 'X-Kind', value: 'visit' },
      ],
      next: 'end',
      on_failure: 'end',
    },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
}

beforeAll(async () => {
  ground = await openGround()
  guest = await ground.organisation.guest({ name: 'Ada', email: 'ada@example.com', email_consent: true })
  await ground.organisation.venue('QUAY')
  await ground.organisation.workflow(definition, 'Everything')
  for (const serials of [['QUAY'], [], []]) {
    const { runId } = await sendEvent(ground.editor, guest, 'all', { serials })
    await settled(ground.viewer, runId)
    runs.push(runId)
  }
})
afterAll(() => ground.millrace.stop())

describe('the outbox', () => {
  const list = async (query: string) =>
    (await readAll<OutboxMessage>(ground.viewer, `/outbox?${query}`)).flat()

  test('has everything that was to leave, newest first, by channel, status, guest, run and time', async () => {
    expect(await list('limit=2')).toHaveLength(9)
    const times = (await list('')).map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted().reverse())
    expect(await list(`channel=email&guest_id=${guest}`)).toHaveLength(3)
    expect(await list('status=kept')).toHaveLength(6)
    expect(await list('status=failed&channel=webhook&limit=1')).toHaveLength(3)
    const [first] = runs
    const ofRun = await list(`run_id=${first}`)
    expect(ofRun.map(({ node_id }) => node_id).toSorted()).toEqual(['call', 'mail', 'task'])
    expect(ofRun.find(({ node_id }) => node_id === 'mail')).toMatchObject({
      subject: 'Hello Ada',
      recipient: 'ada@example.com',
      guest_name: 'Ada',
      for_staff: false,
      workflow_name: 'Everything',
      status: 'kept',
    })
    expect(ofRun.find(({ node_id }) => node_id === 'task')).toMatchObject({ for_staff: true, guest_id: null })
    const later = encodeURIComponent(new Date(Date.now() + 60_000).toISOString())
    expect(await list(`since=${later}`)).toEqual([])
    expect(await list(`until=${later}`)).toHaveLength(9)
    expect((await ground.viewer.get('/outbox?status=lost')).status).toBe(400)
  })

  test('shows a message as it was rendered, without what is nobody else’s to use', async () => {
    const ofRun = await list(`run_id=${runs[0]}`)
    const read = async (node: string) => {
      const id = ofRun.find(({ node_id }) => node_id === node)?.id
      return (await ground.viewer.get<WholeMessage>(`/outbox/${id}`)).body
    }
    const mail = await read('mail')
    expect(mail).toMatchObject({ content: { subject: 'Hello Ada', html: '<p>Hi</p>' }, attempts: [] })
    expect(mail.content).not.toHaveProperty('unsubscribe_url')
    const call = await read('call')
    expect(call).toMatchObject({
      channel: 'webhook',
      status: 'failed',
      content: { method: 'POST', headers: { Authorization: '[redacted]', 'X-Kind': 'visit' } },
    })
    expect(call.recipient).toContain('id=7')
    const everything = await Promise.all([
      ground.viewer.get('/outbox?limit=100'),
      ground.viewer.get(`/outbox/${call.id}`),
      ground.viewer.get(`/runs/${runs[0]}`),
    ])
    for (const { text } of everything) expect(text).not.toMatch(/canary|unsubscribe\//)
  })

  test.each(['nonsense', '%00', 'ffffffff-0000-7000-8000-000000000000'])('has no message %s', async id => {
    const { status, body } = await ground.viewer.get<{ code: string }>(`/outbox/${id}`)
    expect([status, body.code]).toEqual([404, 'message_not_found'])
  })
})

describe('tasks', () => {
  const list = async (query: string) => (await readAll<Task>(ground.viewer, `/tasks?${query}`)).flat()
  const change = (id: string, json: object) =>
    ground.viewer.patch<{ task: Task; code: string; errors: object }>(`/tasks/${id}`, json)

  test('are listed by venue, assignee, guest and status, in pages', async () => {
    expect(await list('limit=1')).toHaveLength(3)
    expect(await list('serial=QUAY')).toMatchObject([
      {
        title: 'Call Ada',
        assignee: 'Manager',
        serial: 'QUAY',
        venue_name: 'QUAY',
        guest_id: guest,
        guest_name: 'Ada',
        workflow_name: 'Everything',
        run_id: runs[0],
        status: 'open',
      },
    ])
    expect(await list('assignee=Manager')).toHaveLength(3)
    expect(await list('assignee=Nobody')).toEqual([])
    expect(await list(`guest_id=${guest}&status=done`)).toEqual([])
  })

  test('are given to somebody, done and opened again, and the audit knows by whom', async () => {
    const [task] = await list('serial=QUAY')
    const id = task?.id as string
    expect((await change(id, { assignee: 'Sam' })).body.task).toMatchObject({
      assignee: 'Sam',
      status: 'open',
    })
    const done = await change(id, { status: 'done' })
    expect(done.body.task).toMatchObject({
      status: 'done',
      done_by: expect.stringContaining('@'),
      overdue: false,
    })
    const again = await ground.owner.patch<{ task: Task }>(`/tasks/${id}`, { status: 'done' })
    expect(again.body.task.done_by).toBe(done.body.task.done_by)
    expect(await list('status=done')).toHaveLength(1)
    expect((await change(id, { status: 'open', assignee: null })).body.task).toMatchObject({
      status: 'open',
      done_at: null,
      done_by: null,
      assignee: null,
    })
    const audit = await ground.owner.get<Page<{ action: string }>>(`/audit?subject=${id}`)
    expect(audit.body.data.map(({ action }) => action)).toEqual([
      'task.assigned',
      'task.reopened',
      'task.done',
      'task.assigned',
    ])
  })

  test('that are late are told so', async () => {
    await expect
      .poll(async () => (await list('')).every(({ overdue }) => overdue), { timeout: 10_000 })
      .toBe(true)
  })

  test.each<[object, object]>([
    [{}, { body: ['is not valid'] }],
    [{ status: 'lost' }, { status: ['must be one of open, done'] }],
    [{ assignee: '' }, { assignee: expect.anything() }],
    [{ title: 'x' }, { title: ['is not a field of this request'] }],
  ])('are not changed with faults: %j', async (json, errors) => {
    const [task] = await list('')
    const { status, body } = await change(task?.id as string, json)
    expect([status, body.errors]).toEqual([400, errors])
  })

  test.each(['nonsense', '%00', 'ffffffff-0000-7000-8000-000000000000'])('have none called %s', async id => {
    const { status, body } = await change(id, { status: 'done' })
    expect([status, body.code]).toEqual([404, 'task_not_found'])
  })
})
