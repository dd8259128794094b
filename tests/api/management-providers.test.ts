import type { Provider } from '@millrace/contract/provider'
import type { SettingsAnswer } from '@millrace/contract/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { smsAccounts } from '../../server/src/organisations/providers/sms-accounts.ts'
import { readSecrets } from '../../server/src/organisations/secrets.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { mailServer } from '../channels/mail-server.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { type Ground, openGround } from './management-ground.ts'

let ground: Ground
let mails: Awaited<ReturnType<typeof mailServer>>
let texts: Awaited<ReturnType<typeof httpReceiver>>

beforeAll(async () => {
  mails = await mailServer({
    authMethods: ['PLAIN'],
    onAuth: (_auth, _session, done) => done(null, { user: 'ada' }),
  })
  texts = await httpReceiver(response => response.writeHead(201).end('{"sid":"SM1"}'))
  ground = await openGround({
    config: { allowedPrivateAddresses: ['127.0.0.0/8'], allowedPorts: [mails.port, texts.port] },
  })
})
afterAll(async () => {
  await ground.millrace.stop()
  await mails.close()
  await texts.close()
})

interface Answer {
  readonly message: string
  readonly provider: Provider
  readonly errors?: Record<string, string[]>
  readonly code?: string
}
const list = async () => (await ground.owner.get<{ data: Provider[] }>('/providers')).body.data
const names = async () => (await list()).map(({ name }) => name)
const add = (json: object) => ground.owner.ask<Answer>('POST', '/providers', { json })
const change = (id: string, json: object) => ground.owner.ask<Answer>('PATCH', `/providers/${id}`, { json })
const order = (channel: string, ids: readonly string[]) =>
  ground.owner.ask<{ data: Provider[]; errors?: object }>('PUT', '/providers/order', {
    json: { channel, ids },
  })
const settings = async () => (await ground.owner.get<SettingsAnswer>('/settings')).body
const secrets = async () => {
  const sealer = createSealer((await loadSecrets(ground.millrace.config)).master)
  return readSecrets(ground.millrace.database.engine, sealer, ground.organisation.id)
}
const smtp = () => ({ host: '127.0.0.1', port: mails.port, security: 'none' })

test('the first one added is the one of the settings; it is changed, ordered and removed in the list', async () => {
  expect(await list()).toEqual([])
  const first = await add({ channel: 'email', name: 'Own', smtp: smtp() })
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({ message: '"Own" added.', provider: { name: 'Own', first: true } })
  expect((await settings()).settings.email.smtp).toEqual(smtp())

  const spare = { host: 'smtp.example.com', port: 587, security: 'starttls', user: 'ada' }
  const second = await add({
    channel: 'email',
    name: 'Spare',
    smtp: spare,
    secret: 'of ada',
    pace: { most: 5, per: 'second' },
  })
  const { id } = second.body.provider
  expect(second.body.provider).toMatchObject({
    first: false,
    has_secret: true,
    pace: { most: 5, per: 'second' },
  })
  expect(second.text).not.toContain('of ada')

  const changed = await change(id, { most_a_day: 100, warm_up: { start: 10, factor: 1.5 } })
  expect(changed.body.provider).toMatchObject({ pace: { most: 5, per: 'second' }, limit_today: 10, today: 0 })

  const ids = (await list()).map(one => one.id)
  expect((await order('email', ids.toReversed())).body.data.map(({ name }) => name)).toEqual(['Spare', 'Own'])
  expect(await settings()).toMatchObject({ settings: { email: { smtp: spare } }, has_smtp_password: true })
  expect((await secrets()).smtp_password).toBe('of ada')
  expect((await list())[0]).toMatchObject({ id, pace: { most: 5, per: 'second' }, first: true })

  // The form of the settings is the same provider.
  const { settings: stored, revision } = await settings()
  const other = { ...stored, email: { ...stored.email, smtp: { ...spare, host: 'mx.example.com' } } }
  const saved = await ground.owner.ask('PUT', '/settings', {
    json: { revision, settings: other, smtp_password: 'another' },
  })
  expect(saved.status).toBe(200)
  expect((await list())[0]).toMatchObject({ id, name: 'Spare', smtp: { host: 'mx.example.com' } })

  const removed = await ground.owner.ask<Answer>('DELETE', `/providers/${id}`)
  expect(removed.body.message).toBe('"Spare" removed.')
  expect((await settings()).settings.email.smtp).toEqual(smtp())
  expect(await secrets()).toEqual({})
  expect(await names()).toEqual(['Own'])
})

test('the first one cannot be removed in the settings while others follow', async () => {
  const { body } = await add({ channel: 'email', name: 'Last', smtp: smtp() })
  const { settings: stored, revision } = await settings()
  const none = { ...stored, email: { ...stored.email, smtp: null } }
  const refused = await ground.owner.ask<Answer>('PUT', '/settings', { json: { revision, settings: none } })
  expect(refused.status).toBe(400)
  expect(refused.body.errors?.['settings.email.smtp']?.[0]).toMatch(/^Other providers follow/)
  await ground.owner.ask('DELETE', `/providers/${body.provider.id}`)
})

test.each([
  ['a name that is taken', { name: 'own', smtp: smtp }, 'name'],
  ['no server', { name: 'Third' }, 'smtp'],
  [
    'a server that is not allowed',
    { name: 'Third', smtp: () => ({ host: '10.0.0.1', port: 25, security: 'none' }) },
    'smtp',
  ],
  [
    'a user without a password',
    { name: 'Third', smtp: () => ({ ...smtp(), security: 'tls', user: 'ada' }) },
    'smtp',
  ],
  [
    'an SMS account for e-mail',
    { name: 'Third', smtp, sms: () => ({ api_url: 'https://x.example.com', account: 'A', from: 'B' }) },
    'sms',
  ],
  [
    'a warm-up without an end',
    { name: 'Third', smtp, warm_up: () => ({ start: 10, factor: 2 }) },
    'most_a_day',
  ],
  [
    'a warm-up that begins at its end',
    { name: 'Third', smtp, most_a_day: () => 10, warm_up: () => ({ start: 10, factor: 2 }) },
    'warm_up.start',
  ],
  ['a pace of nothing', { name: 'Third', smtp, pace: () => ({ most: 0, per: 'second' }) }, 'pace.most'],
  ['a pace by the week', { name: 'Third', smtp, pace: () => ({ most: 1, per: 'week' }) }, 'pace.per'],
])('is refused with its field: %s', async (_, given, path) => {
  const json = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, typeof value === 'function' ? value() : value]),
  )
  const refused = await add({ channel: 'email', ...json })
  expect(refused.status, refused.text).toBe(400)
  expect(Object.keys(refused.body.errors ?? {})).toContain(path)
  expect(await names()).toEqual(['Own'])
})

test('a changed server needs its secret again, and an eleventh provider is refused', async () => {
  const secure = { host: 'smtp.example.com', port: 587, security: 'starttls', user: 'ada' }
  const { body } = await add({ channel: 'email', name: 'Secure', smtp: secure, secret: 'of ada' })
  const elsewhere = await change(body.provider.id, { smtp: { ...secure, host: 'thief.example.com' } })
  expect(elsewhere.status).toBe(400)
  expect((await change(body.provider.id, { smtp: { ...secure, port: 2525 } })).status).toBe(200)
  for (let index = 2; index < 10; index += 1)
    await add({ channel: 'email', name: `Number ${index}`, smtp: smtp() })
  const eleventh = await add({ channel: 'email', name: 'Eleventh', smtp: smtp() })
  expect(eleventh.body.code).toBe('too_many_providers')
  for (const { id, first } of await list()) if (!first) await ground.owner.ask('DELETE', `/providers/${id}`)
  expect(await names()).toEqual(['Own'])
})

test('an order must name each provider once', async () => {
  const [one] = await list()
  for (const ids of [[], [one?.id, one?.id], [ground.organisation.id]])
    expect((await order('email', ids as string[])).status).toBe(400)
})

test('a test goes through one provider, and brings back one that was down', async () => {
  const [one] = await list()
  await ground.millrace.database.engine.query(
    `UPDATE providers SET failures = 3, down_since = now(), probe_at = now() + interval '1 hour',
       error = '{"code":"timeout","message":"The mail server did not answer in time."}', failed_at = now()`,
  )
  expect((await list())[0]).toMatchObject({
    status: 'down',
    error: 'The mail server did not answer in time.',
  })
  const path = `/providers/${one?.id}/test`
  const sent = await ground.owner.ask<{ outcome: string }>('POST', path, { json: { to: 'you@example.com' } })
  expect(sent.body.outcome).toBe('delivered')
  // Owners get an alert of a changed sender by the same server.
  const got = mails.mails.filter(({ recipients }) => recipients.includes('you@example.com'))
  expect(got).toHaveLength(1)
  expect((await list())[0]).toMatchObject({ status: 'working', error: null })
  const texting = await add({
    ...{ channel: 'sms', name: 'Texts', secret: 'token' },
    sms: { api_url: `http://127.0.0.1:${texts.port}`, account: 'AC1', from: 'Rialto' },
  })
  const wrong = `/providers/${texting.body.provider.id}/test`
  const nobody = await ground.owner.ask<{ outcome: string }>('POST', wrong, {
    json: { to: 'you@example.com' },
  })
  expect(nobody.body).toMatchObject({ outcome: 'refused', message: expect.stringContaining('phone number') })
  const arrived = await ground.owner.ask<{ outcome: string }>('POST', wrong, {
    json: { to: '+442079460000' },
  })
  expect(arrived.body.outcome).toBe('delivered')
  expect(texts.received).toHaveLength(1)
})

test('every SMS provider may sign, with its own token', async () => {
  await add({
    ...{ channel: 'sms', name: 'More', secret: 'another token' },
    sms: { api_url: `http://127.0.0.1:${texts.port}`, account: 'AC2', from: 'Rialto' },
  })
  const sealer = createSealer((await loadSecrets(ground.millrace.config)).master)
  const accounts = await inTransaction(ground.millrace.database.engine, tx =>
    smsAccounts(tx, sealer, ground.organisation.id),
  )
  expect(accounts).toEqual([
    { vendor: 'twilio', secret: 'token' },
    { vendor: 'twilio', secret: 'another token' },
  ])
})

test('only owners see providers, and each change is in the audit log without a secret', async () => {
  for (const visitor of [ground.editor, ground.viewer])
    expect((await visitor.get('/providers')).status).toBe(403)
  const [one] = await list()
  const stranger = await ground.stranger()
  expect((await stranger.ask('PATCH', `/providers/${one?.id}`, { json: { name: 'Theirs' } })).status).toBe(
    404,
  )
  expect((await stranger.ask('DELETE', `/providers/${one?.id}`)).status).toBe(404)
  expect((await stranger.get<{ data: Provider[] }>('/providers')).body.data).toEqual([])
  const audit = await ground.owner.get<{ data: { action: string }[] }>('/audit?limit=100')
  const actions = new Set(audit.body.data.map(({ action }) => action))
  for (const action of ['added', 'changed', 'ordered', 'removed', 'tested'])
    expect([...actions]).toContain(`provider.${action}`)
  expect(audit.text).not.toContain('another token')
})
