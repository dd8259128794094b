import type { BroadcastEstimate, BroadcastList } from '@millrace/contract/sent-broadcast'
import { defaultSettings } from '@millrace/contract/settings'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createKey } from '../../server/src/access/keys.ts'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { mailServer } from '../channels/mail-server.ts'
import { getToken, request } from '../support/millrace.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { type Ground, openGround } from './management-ground.ts'

const WAIT = { timeout: PATIENCE_MS, interval: 100 }

let ground: Ground
let mails: Awaited<ReturnType<typeof mailServer>>
let segment: string
beforeAll(async () => {
  mails = await mailServer()
  ground = await openGround({
    config: { allowedPrivateAddresses: ['127.0.0.0/8'], allowedPorts: [mails.port] },
  })
  const { id } = ground.organisation
  // Two have agreed to e-mail, one has not, and one has no address.
  for (const [consent, email] of [
    [true, 'a@example.com'],
    [true, 'b@example.com'],
    [false, 'c@example.com'],
    [true, null],
  ])
    await ground.millrace.database.engine.query(
      `INSERT INTO guests (organisation_id, id, tags, email, email_consent) VALUES ($1, $2, '{regular}', $3, $4)`,
      [id, newId(), email, consent],
    )
  const condition = { field: 'guest.tags', operator: 'contains', value: 'regular' }
  const { body } = await ground.owner.post<{ segment: { id: string } }>('/segments', {
    name: 'Regulars',
    condition,
  })
  segment = body.segment.id
  await vi.waitFor(async () => {
    const { body: read } = await ground.owner.get<{ segment: { is_counting: boolean } }>(
      `/segments/${segment}`,
    )
    expect(read.segment.is_counting).toBe(false)
  }, WAIT)
})
afterAll(async () => {
  await ground.millrace.stop()
  await mails.close()
})

const mail = (broadcast: object): WorkflowDefinition =>
  ({
    trigger: { broadcast: { segment, ...broadcast } },
    start: 'mail',
    nodes: [
      { id: 'mail', type: 'send_email', subject: 'News', html: '<p>News</p>', next: 'end' },
      { id: 'end', type: 'end', outcome: 'success' },
    ],
  }) as WorkflowDefinition

/** Returns its id. */
async function draft(document: WorkflowDefinition, publish = true): Promise<string> {
  const { owner } = ground
  const created = await owner.post<{ workflow: { id: string } }>('/workflows', { name: newId() })
  const { id } = created.body.workflow
  const saved = await owner.ask<{ draft: { revision: number } }>('PUT', `/workflows/${id}/draft`, {
    json: { revision: 0, document },
  })
  const { revision } = saved.body.draft
  if (publish) await owner.post(`/workflows/${id}/publish`, { revision, inside: 'finish' })
  return id
}
const list = async (id: string) =>
  (await ground.viewer.get<BroadcastList>(`/workflows/${id}/broadcasts`)).body
const send = (id: string) =>
  ground.editor.post<{ id: string; code: string; message: string }>(`/workflows/${id}/broadcasts`, {})
const setState = (id: string, broadcast: string, state: string) =>
  ground.editor.post<{ code: string; message: string }>(`/workflows/${id}/broadcasts/${broadcast}/state`, {
    state,
  })

test('is estimated with who is left out and why, sent, and its receipt says the same', async () => {
  const id = await draft(mail({ pace: { guests: 1_000_000, per: 'minute' } }))
  const skipped = { no_consent: 1, no_address: 1 }
  const { body } = await ground.viewer.get<BroadcastEstimate>(`/workflows/${id}/broadcasts/estimate?of=live`)
  expect(body).toEqual({
    members: 4,
    is_sample: false,
    starts: 2,
    capped: 0,
    skipped,
    next_at: null,
    seconds: 1,
  })
  expect(await list(id)).toEqual({ data: [], is_sent_by_hand: true, next_at: null, members: 4 })
  expect(await send(id)).toMatchObject({ status: 201, body: { message: 'The broadcast is being sent.' } })
  await vi.waitFor(async () => {
    expect((await list(id)).data).toMatchObject([
      { state: 'done', sent_by: ground.editor.member.email, considered: 4, started: 2, skipped },
    ])
  }, WAIT)
  const [{ id: broadcast } = { id: '' }] = (await list(id)).data
  expect(await setState(id, broadcast, 'paused')).toMatchObject({
    status: 409,
    body: { code: 'broadcast_refused', message: 'The broadcast is done already.' },
  })
  expect(await setState(id, newId(), 'paused')).toMatchObject({ status: 404 })
  expect(await setState(id, broadcast, 'faster')).toMatchObject({ status: 400 })

  const caps = [{ channel: 'email', most: 1, within: { amount: 3, unit: 'days' } }]
  await ground.millrace.database.engine.query(
    'UPDATE organisations SET settings = settings || $2 WHERE id = $1',
    [ground.organisation.id, { caps }],
  )
  await vi.waitFor(async () => {
    const again = await ground.viewer.get<BroadcastEstimate>(`/workflows/${id}/broadcasts/estimate?of=live`)
    expect(again.body).toMatchObject({ starts: 2, capped: 2 })
  }, WAIT)
})

test('one is sent at a time, is paused, resumed and stopped, and each is in the audit log', async () => {
  const id = await draft(mail({ pace: { guests: 1, per: 'hour' } }))
  const { body } = await send(id)
  expect(await send(id)).toMatchObject({ status: 409, body: { code: 'broadcast_refused' } })
  for (const state of ['paused', 'sending', 'stopped'] as const) {
    expect((await setState(id, body.id, state)).status).toBe(200)
    expect((await list(id)).data).toMatchObject([
      { id: body.id, state, changed_by: ground.editor.member.email },
    ])
  }
  const { body: audit } = await ground.owner.get<{ data: { action: string }[] }>(`/audit?subject=${id}`)
  expect(audit.data.map(({ action }) => action).filter(action => action.includes('broadcast'))).toEqual([
    'workflow.broadcast_stopped',
    'workflow.broadcast_resumed',
    'workflow.broadcast_paused',
    'workflow.broadcast_sent',
  ])
})

test('with a time it is sent then and not by hand, and anything else is no broadcast', async () => {
  const id = await draft(mail({ every: { time: '10:00' } }))
  expect((await list(id)).next_at).toMatch(/T/)
  expect((await send(id)).body.message).toBe('The broadcast has a time, and is sent then.')
  const unpublished = await draft(mail({}), false)
  const estimated = async (of: string) =>
    (await ground.viewer.get(`/workflows/${unpublished}/broadcasts/estimate?of=${of}`)).status
  expect([await estimated('draft'), await estimated('live')]).toEqual([200, 409])
  expect((await send(unpublished)).body.message).toContain('Publish it with one as its trigger first.')
  const other = await draft({ ...mail({}), trigger: { source: newId() } })
  expect((await ground.viewer.get(`/workflows/${other}/broadcasts/estimate?of=live`)).status).toBe(409)
  expect((await ground.viewer.get(`/workflows/${other}/broadcasts/estimate?of=draft`)).status).toBe(409)
  expect((await send(other)).status).toBe(409)
})

test('its author gets a test, and nobody who may not change it does', async () => {
  const { database } = ground.millrace
  const settings = {
    email: {
      ...defaultSettings.email,
      smtp: { host: '127.0.0.1', port: mails.port, security: 'none' },
    },
  }
  await database.engine.query('UPDATE organisations SET settings = settings || $2 WHERE id = $1', [
    ground.organisation.id,
    settings,
  ])
  const news = mail({ every: { time: '10:00' } })
  const nobody = { field: 'guest.points', operator: 'at_least', value: 1_000_000 } as const
  const [first, end] = news.nodes as [object, object]
  const id = await draft(
    {
      ...news,
      trigger: { ...news.trigger, when: nobody } as WorkflowDefinition['trigger'],
      nodes: [{ ...first, subject: 'For {{ guest.name }}' }, end] as WorkflowDefinition['nodes'],
    },
    false,
  )
  const tested = () => ground.editor.post<{ sent: number }>(`/workflows/${id}/broadcasts/test`, {})
  expect(await tested()).toMatchObject({ status: 200, body: { sent: 1 } })
  const [{ raw } = { raw: '' }] = mails.mails
  expect(raw).toContain(`To: ${ground.editor.member.email}`)
  expect(raw).toContain('Subject: Test: For ')
  expect((await ground.viewer.post(`/workflows/${id}/broadcasts/test`, {})).status).toBe(403)
  const silent = await draft({ ...news, start: 'end', nodes: [end] as WorkflowDefinition['nodes'] }, false)
  expect(await ground.editor.post(`/workflows/${silent}/broadcasts/test`, {})).toMatchObject({
    status: 409,
    body: { message: 'No e-mail would be sent, so there is nothing to test.' },
  })
  expect((await database.engine.query('SELECT FROM runs WHERE workflow_id = $1', [id])).rows).toEqual([])
})

test('with a key it is estimated, sent once for each Idempotency-Key, changed and listed; guests who were missed are decided about', async () => {
  const { millrace, organisation } = ground
  const tokenOf = async (limits: object) =>
    getToken(
      millrace.url,
      await inTransaction(millrace.database.engine, tx =>
        createKey(tx, organisation.id, 'test', { name: newId(), ...limits } as never),
      ),
    )
  const token = await tokenOf({ scopes: ['management:write', 'management:read'] })
  const id = await draft(mail({ pace: { guests: 1, per: 'hour' } }))
  const ask = (method: string, path: string, json?: object, as = token, key?: string) =>
    request<{ id: string; code: string; message: string; data: object[]; missed: number; decided: number }>(
      `${millrace.url}/v1/workflows/${id}${path}`,
      { method, token: as, ...(json && { json }), ...(key && { headers: { 'idempotency-key': key } }) },
    )
  expect((await ask('GET', '/broadcasts/estimate')).body).toMatchObject({ members: 4, starts: 2 })
  const sent = await ask('POST', '/broadcasts', undefined, token, 'once')
  expect(sent).toMatchObject({ status: 201, body: { message: 'The broadcast is being sent.' } })
  expect((await ask('POST', '/broadcasts', undefined, token, 'once')).body).toEqual(sent.body)
  expect((await ask('POST', '/broadcasts')).body.code).toBe('broadcast_refused')
  for (const state of ['paused', 'sending', 'stopped'])
    expect(await ask('PATCH', `/broadcasts/${sent.body.id}`, { state })).toMatchObject({
      status: 200,
      body: { id: sent.body.id },
    })
  expect((await ask('PATCH', `/broadcasts/${sent.body.id}`, { state: 'faster' })).status).toBe(400)
  expect((await ask('PATCH', `/broadcasts/${newId()}`, { state: 'paused' })).body.code).toBe(
    'broadcast_not_found',
  )
  expect((await ask('GET', '/broadcasts')).body).toMatchObject({
    is_sent_by_hand: true,
    data: [{ id: sent.body.id, state: 'stopped', sent_by: expect.stringContaining('API key') }],
  })

  const guest = await organisation.guest()
  await millrace.database.engine.query(
    `INSERT INTO missed_occasions (organisation_id, workflow_id, trigger, because, guest_id, occasion, id, parameters, due_at)
     VALUES ($1, $2, 'date', 'workflow_paused', $3, 'one', $4, '{}', now())`,
    [organisation.id, id, guest, newId()],
  )
  const { body } = await ask('GET', '/missed')
  expect(body).toMatchObject({
    missed: 1,
    data: [{ organisation_registration_id: guest, because: 'workflow_paused', serial: null }],
  })
  expect(body.data[0]).not.toHaveProperty('guest_name')
  const decide = (guests: string[]) => ask('POST', '/missed', { decision: 'let_go', guests })
  expect((await decide([newId()])).body.decided).toBe(0)
  expect((await decide([guest])).body).toMatchObject({ decided: 1, message: 'Let 1 missed occasion go.' })

  const reading = await tokenOf({ scopes: ['management:read'] })
  const testing = await tokenOf({ test: true })
  const limited = await tokenOf({ serials: ['LEEDS'] })
  const answers = [reading, testing, limited].map(as => ask('POST', '/broadcasts', undefined, as))
  expect((await Promise.all(answers)).map(answer => answer.body.code)).toEqual([
    'scope_needed',
    'broadcast_refused',
    'venue_not_allowed',
  ])
})
