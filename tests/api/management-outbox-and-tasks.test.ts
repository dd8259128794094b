import type { OutboxMessage, WholeMessage } from '@millrace/contract/dashboard/outbox'
import type { Task } from '@millrace/contract/dashboard/tasks'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '../support/dashboard.ts'
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
let guest: string
const runs: string[] = []

/** Mails the guest, has the venue do something, and calls someone who is not to be called. */
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
        // Written as a template, as in versions of before there were secrets.
        { name: 'Authorization', value: `{{ 'Bearer canary-secret' }}` },
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
  guest = await ground.organisation.guest({
    name: 'Ada',
    email: 'ada@example.com',
    phone: '+442079460000',
    email_consent: true,
  })
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
    const html = expect.stringMatching(/^<p>Hi<\/p>\n<div .*<a href="[^"]+\/unsubscribe" .*<\/div>\n$/)
    expect(mail).toMatchObject({ class: 'marketing', content: { subject: 'Hello Ada', html }, attempts: [] })
    // The guest's way to unsubscribe is nobody else's.
    expect(mail.content).not.toHaveProperty('unsubscribe_url')
    expect(JSON.stringify(mail)).not.toMatch(/(unsubscribe|preferences)\//)
    const call = await read('call')
    expect(call).toMatchObject({
      channel: 'webhook',
      status: 'failed',
      content: { method: 'POST', headers: { Authorization: '[redacted]', 'X-Kind': '[redacted]' } },
    })
    expect(call.recipient).toBe('http://127.0.0.1/?[redacted]')
    const everything = await Promise.all([
      ground.viewer.get('/outbox?limit=100'),
      ground.viewer.get(`/outbox/${call.id}`),
      ground.viewer.get(`/runs/${runs[0]}`),
    ])
    for (const { text } of everything) expect(text).not.toMatch(/canary|unsubscribe\//)
  })

  test('draws an e-mail where nothing in it can act, load or belong to us', async () => {
    const mail = (await list(`run_id=${runs[0]}&channel=email`)).find(({ node_id }) => node_id === 'mail')
    const { status, headers, text } = await download(
      ground.millrace.url,
      ground.viewer,
      `/outbox/${mail?.id}/html`,
    )
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain('<p>Hi</p>')
    const policy = headers['content-security-policy']
    expect(policy).toMatch(/^sandbox; default-src 'none';/)
    // Our own images are shown, and nothing is asked of anyone else.
    expect(policy).toContain(`img-src data: ${ground.millrace.url}/images/;`)
    expect(policy).not.toMatch(/allow-|script-src|https?:(?!.*\/images\/)/)
    const call = (await list(`run_id=${runs[0]}&channel=webhook`))[0]
    const none = await ground.viewer.get<{ code: string }>(`/outbox/${call?.id}/html`)
    expect([none.status, none.body.code]).toEqual([404, 'message_not_found'])
  })

  test('leaves as a file by the filters of the list, for an owner alone', async () => {
    const { text, headers } = await download(
      ground.millrace.url,
      ground.owner,
      `/outbox/export?format=csv&guest_id=${guest}&channel=email`,
    )
    expect(headers['content-disposition']).toBe('attachment; filename="messages.csv"')
    const [heading, ...lines] = text.trimEnd().split('\r\n')
    expect(heading).toMatch(/^id,channel,status,recipient,subject/)
    expect(lines).toHaveLength(3)
    for (const line of lines) expect(line).toContain(',email,kept,ada@example.com,Hello Ada,')
    const audit = await ground.owner.get<Page<object>>('/audit?action=messages.exported')
    expect(audit.body.data).toMatchObject([{ actor: ground.owner.member.email }])
  })

  test('shows who only looks no credentials of a workflow, wherever it can be read', async () => {
    const workflows = (await ground.viewer.get<Page<{ id: string }>>('/workflows')).body.data
    const at = `/workflows/${workflows[0]?.id}`
    const paths = [at, `${at}/versions/1`, `${at}/publication`, `${at}/versions/1/difference?to=draft`]
    const read = (visitor: Visitor) => Promise.all(paths.map(path => visitor.get(path)))
    for (const { status, text } of await read(ground.viewer)) {
      expect(status).toBe(200)
      expect(text).not.toMatch(/canary|"visit"|id=7/)
    }
    expect((await read(ground.editor)).slice(0, 2).map(({ text }) => text.includes('canary-secret'))).toEqual(
      [true, true],
    )
    const file = await download(ground.millrace.url, ground.viewer, `${at}/file?version=1`)
    expect([file.status, file.text.includes('canary')]).toEqual([200, false])
    const script = { guest: { known: guest }, event: null }
    const tried = await ground.viewer.post(`${at}/simulate`, { script, document: definition })
    expect([tried.status, tried.text.includes('X-Kind'), tried.text.includes('canary')]).toEqual([
      200,
      true,
      false,
    ])
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
        guest_email: 'ada@example.com',
        guest_phone: '+442079460000',
        workflow_name: 'Everything',
        run_id: runs[0],
        status: 'open',
      },
    ])
    expect(await list('assignee=Manager')).toHaveLength(3)
    expect(await list('assignee=Nobody')).toEqual([])
    expect(await list(`guest_id=${guest}&status=done`)).toEqual([])
  })

  test('do not say how to reach a guest who is not to be contacted', async () => {
    const mark = (to: boolean) =>
      ground.millrace.database.engine.query('UPDATE guests SET do_not_contact = $2 WHERE id = $1', [
        guest,
        to,
      ])
    await mark(true)
    const hidden = { guest_name: 'Ada', guest_email: null, guest_phone: null }
    expect(await list('serial=QUAY')).toMatchObject([hidden])
    await mark(false)
  })

  test('are given to someone, done and opened again, and the audit knows by whom', async () => {
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

  test('have a note, which says who wrote it last, and goes with the guest', async () => {
    const [task] = await list('serial=QUAY')
    const id = task?.id as string
    expect(task?.note).toBeNull()
    const noted = await change(id, { note: 'They were kind about it.' })
    expect(noted.body.task).toMatchObject({
      note: 'They were kind about it.',
      note_by: expect.stringContaining('@'),
      status: 'open',
    })
    // Another member finishes it: the note stays theirs who wrote it.
    const done = await ground.owner.patch<{ task: Task }>(`/tasks/${id}`, { status: 'done' })
    expect(done.body.task).toMatchObject({ note_by: noted.body.task.note_by, status: 'done' })
    const cleared = await change(id, { note: null, status: 'open' })
    expect(cleared.body.task).toMatchObject({ note: null, note_by: null })
    const audit = await ground.owner.get<Page<{ action: string }>>(`/audit?subject=${id}&action=task.noted`)
    expect(audit.body.data).toHaveLength(2)
  })

  test('are all that staff see, at their venues, and can be done by them', async () => {
    const staff = await ground.restricted('staff', ['QUAY'])
    const { body } = await staff.get<Page<Task>>('/tasks?serial=QUAY')
    expect(body.data.map(({ serial }) => serial)).toEqual(['QUAY'])
    const id = body.data[0]?.id as string
    const { status, body: changed } = await staff.patch<{ task: Task }>(`/tasks/${id}`, { note: 'Called' })
    expect([status, changed.task.note]).toEqual([200, 'Called'])
    expect((await staff.patch(`/tasks/${id}`, { note: null })).status).toBe(200)
    for (const path of ['/guests', '/home', '/venues', '/members', '/settings', `/guests/${guest}`])
      expect((await staff.get<{ code: string }>(path)).body.code, path).toBe('role_needed')
    const elsewhere = await ground.restricted('staff', ['VINE'])
    expect((await elsewhere.patch(`/tasks/${id}`, { note: 'x' })).status).toBe(404)
  })

  test('that are late say so', async () => {
    await expect.poll(async () => (await list('')).every(({ overdue }) => overdue)).toBe(true)
  })

  test.each<[object, object]>([
    [{}, { body: ['is not valid'] }],
    [{ status: 'lost' }, { status: ['must be one of open, done'] }],
    [{ assignee: '' }, { assignee: expect.anything() }],
    [{ note: ' ' }, { note: expect.anything() }],
    [{ note: 'x'.repeat(2_001) }, { note: expect.anything() }],
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
