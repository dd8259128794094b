import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { inTenant } from '../../server/src/db/database.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { createTestMember } from '../support/dashboard.ts'
import { type Ground, openGround, sendEvent, settled } from './management-ground.ts'

const VALUE = 'Bearer canary-of-the-crm'
let ground: Ground
let receiver: Awaited<ReturnType<typeof httpReceiver>>

beforeAll(async () => {
  receiver = await httpReceiver((response, request) => {
    // A receiver that repeats what it was sent.
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ heard: request.headers.authorization }))
  })
  ground = await openGround({
    config: { allowedPrivateAddresses: ['127.0.0.0/8'], allowedPorts: [receiver.port] },
  })
})
afterAll(async () => {
  await ground.millrace.stop()
  await receiver.close()
})

const save = (name: string, host = '127.0.0.1', value = VALUE) =>
  ground.owner.ask<{ message: string; code?: string }>('PUT', `/secrets/${name}`, { json: { host, value } })
const naming = (header: object, source = newId()): WorkflowDefinition => ({
  trigger: { source },
  start: 'call',
  nodes: [
    {
      id: 'call',
      type: 'call_webhook',
      url: `${receiver.url}/guests`,
      method: 'POST',
      headers: [{ name: 'Authorization', ...header }],
      next: 'end',
    },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
})

interface Drafted {
  faults: { path: string; message: string }[]
  draft: { revision: number }
}
async function draft(document: WorkflowDefinition) {
  const { body } = await ground.editor.post<{ workflow: { id: string }; draft: { revision: number } }>(
    '/workflows',
    { name: newId() },
  )
  const { id } = body.workflow
  const json = { revision: body.draft.revision, document }
  const saved = await ground.editor.ask<Drafted>('PUT', `/workflows/${id}/draft`, { json })
  return { id, ...saved.body }
}
async function publish(document: WorkflowDefinition) {
  const { id, draft: drafted } = await draft(document)
  const json = { revision: drafted.revision, inside: 'finish' }
  return { id, answer: await ground.editor.post<{ code?: string }>(`/workflows/${id}/publish`, json) }
}

test('a webhook credential is in no draft, version, export, run or message, and reaches its receiver', async () => {
  expect((await save('crm_token')).body.message).toBe(
    'The secret "crm_token" is saved. Its value is not shown again.',
  )
  const source = newId()
  const { id, answer } = await publish(naming({ secret: 'crm_token' }, source))
  expect(answer.status).toBe(200)
  const guest = await ground.organisation.guest()
  const { runId } = await sendEvent(ground.editor, guest, source)
  expect(await settled(ground.editor, runId)).toMatchObject({ run: { status: 'completed' } })
  expect(receiver.received.at(-1)?.headers.authorization).toBe(VALUE)

  const messages = await ground.owner.get<{ data: { id: string }[] }>(`/outbox?run_id=${runId}`)
  for (const path of [
    '/secrets',
    `/workflows/${id}`,
    `/workflows/${id}/file`,
    `/workflows/${id}/versions`,
    `/workflows/${id}/versions/1`,
    `/workflows/${id}/publication`,
    `/runs/${runId}`,
    `/outbox/${messages.body.data[0]?.id}`,
    '/audit',
  ]) {
    const { status, text } = await ground.owner.get(path)
    expect([path, status]).toEqual([path, 200])
    expect(text).not.toContain('canary-of-the-crm')
  }
  const stored = await ground.millrace.database.engine.query<{ text: string }>(
    `SELECT (SELECT string_agg(t::text, ' ') FROM (TABLE named_secrets) t)
         || (SELECT string_agg(t::text, ' ') FROM (TABLE messages) t)
         || (SELECT string_agg(t::text, ' ') FROM (TABLE message_attempts) t)
         || (SELECT string_agg(t::text, ' ') FROM (TABLE every_step) t)
         || (SELECT string_agg(t::text, ' ') FROM (TABLE workflow_versions) t) AS text`,
  )
  expect(stored.rows[0]?.text).toContain('crm_token')
  expect(stored.rows[0]?.text).not.toContain('canary-of-the-crm')
})

test('a webhook credential that is written out is refused, where it would be kept', async () => {
  const { faults } = await draft(naming({ value: VALUE }))
  expect(faults).toMatchObject([
    { path: 'nodes.0.headers.0.value', message: expect.stringContaining('a secret') },
  ])
  expect((await publish(naming({ value: VALUE }))).answer).toMatchObject({ status: 409 })
  for (const fine of [{ value: 'Bearer {{ guest.id }}' }, { value: '' }])
    expect((await draft(naming(fine))).faults).toEqual([])
  for (const wrong of [{}, { value: 'x', secret: 'crm_token' }])
    expect((await draft(naming(wrong))).faults).toMatchObject([{ path: 'nodes.0.headers.0.value' }])
})

describe('a secret', () => {
  test('that is not there, or is for another host, is a fault where it is named', async () => {
    await save('elsewhere', 'crm.example.com')
    for (const [secret, message] of [
      ['missing', 'There is no secret "missing". An owner can save it in the settings.'],
      ['elsewhere', 'The secret "elsewhere" is for crm.example.com only.'],
    ] as const) {
      const document = naming({ secret })
      expect((await draft(document)).faults).toEqual([
        { path: 'nodes.0.headers.0.secret', node: 'call', message },
      ])
      expect((await publish(document)).answer).toMatchObject({ status: 409 })
    }
  })

  test('is sent to its host only, also when it was changed since the version was published', async () => {
    await save('moves')
    const source = newId()
    expect((await publish(naming({ secret: 'moves' }, source))).answer.status).toBe(200)
    await save('moves', 'crm.example.com')
    const before = receiver.received.length
    const { runId } = await sendEvent(ground.editor, await ground.organisation.guest(), source)
    expect(await settled(ground.editor, runId)).toMatchObject({
      run: { status: 'failed', error: { code: 'missing_secret' } },
    })
    expect(receiver.received).toHaveLength(before)
  })

  test('is listed without its value, replaced, removed, and all of it is in the audit log', async () => {
    await save('short_lived')
    await save('short_lived')
    const { body } = await ground.viewer.get<{ data: object[] }>('/secrets')
    expect(body.data).toContainEqual({
      name: 'short_lived',
      host: '127.0.0.1',
      saved_by: ground.owner.member.email,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect((await ground.owner.ask('DELETE', '/secrets/short_lived')).status).toBe(200)
    expect((await ground.owner.ask<{ code: string }>('DELETE', '/secrets/short_lived')).body.code).toBe(
      'secret_not_found',
    )
    const audit = await ground.owner.get<{ data: { action: string }[] }>('/audit?subject=short_lived')
    expect(audit.body.data.map(({ action }) => action)).toEqual([
      'secret.removed',
      'secret.replaced',
      'secret.saved',
    ])
  })

  test.each([
    ['Upper', '127.0.0.1', 'x', 'name'],
    ['fine', 'https://crm.example.com', 'x', 'host'],
    ['fine', '127.0.0.1', '', 'value'],
    ['fine', '127.0.0.1', 'two\nlines', 'value'],
  ])('%s for %s with %j is refused at its field', async (name, host, value, field) => {
    const { status, body } = await ground.owner.ask<{ errors: object }>('PUT', `/secrets/${name}`, {
      json: { host, value },
    })
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
  })

  test('cannot be read back by a request, not even sealed', async () => {
    const reading = inTenant(ground.millrace.database, ground.organisation.id, tx =>
      tx.query('SELECT sealed FROM named_secrets'),
    )
    await expect(reading).rejects.toMatchObject({ code: '42501' })
  })
})

describe('mail about tasks', () => {
  const notifying = (notify: string): WorkflowDefinition => ({
    trigger: { source: newId() },
    start: 'task',
    nodes: [
      { id: 'task', type: 'create_task', title: 'Call {{ guest.name }}', notify, next: 'end' },
      { id: 'end', type: 'end', outcome: 'success' },
    ],
  })

  test('an editor cannot send what is known of guests to any address: only to members and allowed domains', async () => {
    const outside = notifying('me@elsewhere.example')
    expect((await draft(outside)).faults).toMatchObject([
      { path: 'nodes.0.notify', message: expect.stringContaining('elsewhere.example') },
    ])
    expect((await publish(outside)).answer.status).toBe(409)
    const member = ground.owner.member.email
    expect((await publish(notifying(member.toUpperCase()))).answer.status).toBe(200)

    const { id: elsewhere } = await ground.millrace.organisation()
    const stranger = await createTestMember(ground.millrace, elsewhere)
    expect((await publish(notifying(stranger.email))).answer.status).toBe(409)

    const { body } = await ground.owner.get<{ settings: object; revision: string }>('/settings')
    const settings = { ...body.settings, notify_domains: ['elsewhere.example'] }
    const json = { revision: body.revision, settings }
    expect((await ground.owner.ask('PUT', '/settings', { json })).status).toBe(200)
    expect((await publish(outside)).answer.status).toBe(200)
    expect((await publish(notifying('me@not-elsewhere.example'))).answer.status).toBe(409)
  })

  test.each(['not a domain', 'UPPER.example', '@example.com', 'example'])(
    'the domain %j is refused at its field',
    async domain => {
      const { body } = await ground.owner.get<{ settings: object; revision: string }>('/settings')
      const settings = { ...body.settings, notify_domains: [domain] }
      const { status, text } = await ground.owner.ask('PUT', '/settings', {
        json: { revision: body.revision, settings },
      })
      expect([status, text.includes('settings.notify_domains.0')]).toEqual([400, true])
    },
  )
})
