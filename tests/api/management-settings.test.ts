import type { TestAnswer } from '@millrace/contract/dashboard/settings'
import type { SettingsAnswer } from '@millrace/contract/settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailServer } from '../channels/mail-server.ts'
import { signedIn } from '../support/dashboard.ts'
import { type Ground, openGround, type Page } from './management-ground.ts'

let ground: Ground
let mail: Awaited<ReturnType<typeof mailServer>>
beforeAll(async () => {
  mail = await mailServer()
  ground = await openGround({
    roles: ['api'],
    config: { allowedPrivateAddresses: ['127.0.0.0/8'], allowedPorts: [mail.port] },
  })
})
afterAll(async () => {
  await ground.millrace.stop()
  await mail.close()
})

type Answer = SettingsAnswer & {
  message: string
  code: string
  errors: Record<string, string[]>
  secret: string
}
const read = async () => (await ground.viewer.get<Answer>('/settings')).body
const save = (json: object) => ground.owner.ask<Answer>('PUT', '/settings', { json })

test('settings are read by everybody, and saved by an owner who has seen the last ones', async () => {
  const { settings, revision } = await read()
  const changed = { ...settings, time_zone: 'Europe/Lisbon', retention_months: 6 }
  const saved = await save({ revision, settings: changed })
  expect([saved.status, saved.body]).toMatchObject([200, { message: 'Settings saved.', settings: changed }])
  expect(await read()).toMatchObject({ settings: changed })
  const stale = await save({ revision, settings })
  expect([stale.status, stale.body.code]).toEqual([409, 'settings_conflict'])
  const audit = await ground.owner.get<Page<object>>('/audit?action=settings.saved')
  expect(audit.body.data).toMatchObject([{ detail: { changed: ['time_zone', 'retention_months'] } }])
})

test('a password is kept, and never shown again', async () => {
  const { settings, revision } = await read()
  const smtp = { host: 'mail.example.com', port: 587, security: 'starttls', user: 'us' } as const
  const email = { ...settings.email, smtp }
  const saved = await save({ revision, settings: { ...settings, email }, smtp_password: 'canary-password' })
  expect(saved.body).toMatchObject({ has_smtp_password: true, settings: { email: { smtp } } })
  const said = await Promise.all(['/settings', '/audit?limit=100'].map(path => ground.owner.get(path)))
  for (const { text } of [saved, ...said]) expect(text).not.toContain('canary-password')
})

test('all that is wrong with settings is reported at once', async () => {
  const { settings, revision } = await read()
  const { status, body } = await save({
    revision,
    settings: { ...settings, time_zone: 'Mars/Base', locale: 'zz-zz-zz' },
  })
  expect([status, Object.keys(body.errors).sort()]).toEqual([400, ['settings.locale', 'settings.time_zone']])
  const shape = await save({ revision: 1, settings: { ...settings, retention_months: 0 } })
  expect([shape.status, Object.keys(shape.body.errors).sort()]).toEqual([
    400,
    ['revision', 'settings.retention_months'],
  ])
})

test('quiet hours that leave no minute out are refused at their field', async () => {
  const { settings, revision } = await read()
  const always = [
    { from: '00:00', to: '12:00' },
    { from: '12:00', to: '24:00' },
  ]
  const { status, body } = await save({ revision, settings: { ...settings, quiet_hours: always } })
  expect([status, body.errors]).toEqual([
    400,
    { 'settings.quiet_hours': [expect.stringContaining('no message would ever be sent')] },
  ])
  const night = [{ from: '22:00', to: '08:00' }]
  expect((await save({ revision, settings: { ...settings, quiet_hours: night } })).status).toBe(200)
})

describe('a test message', () => {
  const email = {
    from_name: 'Harbour',
    from_address: 'hello@example.com',
    smtp: { host: '127.0.0.1', port: 0, security: 'none' },
  }

  test('arrives, or its failure is an answer with the reason', async () => {
    const send = async (port: number) =>
      (
        await ground.owner.post<TestAnswer>('/settings/test-email', {
          to: 'ada@example.com',
          email: { ...email, smtp: { ...email.smtp, port } },
        })
      ).body
    expect(await send(mail.port)).toMatchObject({ outcome: 'delivered', message: 'It arrived.', code: null })
    expect(mail.mails.map(({ recipients }) => recipients)).toEqual([['ada@example.com']])
    const refused = await send(1)
    expect(refused.outcome).not.toBe('delivered')
    expect(refused.message).toMatch(/\S/)
  })

  test('goes nowhere without a provider, or to a forbidden address', async () => {
    const sms = await ground.owner.post<TestAnswer>('/settings/test-sms', { to: '+447700900000' })
    expect(sms.body).toMatchObject({ outcome: 'refused', code: 'not_configured' })
    const call = await ground.owner.post<TestAnswer>('/settings/test-webhook', { url: 'http://10.0.0.1/' })
    expect(call.body).toMatchObject({ outcome: 'refused' })
    expect((await ground.owner.post('/settings/test-email', { to: 'no' })).status).toBe(400)
  })
})

test('the secret of webhooks is new each time, and the audit has none of it', async () => {
  const rotate = async () => (await ground.owner.post<Answer>('/settings/webhook-secret', {})).body.secret
  const [first, second] = [await rotate(), await rotate()]
  expect(first).toMatch(/^whsec_/)
  expect(second).not.toBe(first)
  expect((await read()).has_webhook_secret).toBe(true)
  const { text } = await ground.owner.get('/audit?limit=100')
  expect(text).not.toContain(second.slice(8))
})

test('test messages are an owner’s, stand in the audit without whom they went to, and are twenty a minute', async () => {
  const others = await ground.millrace.organisation('Tried often')
  const owner = await signedIn(ground.millrace, others.id)
  const send = () => owner.post<Answer>('/settings/test-sms', { to: '+447700900123' })
  for (let sent = 0; sent < 20; sent++) expect((await send()).status).toBe(200)
  const refused = await send()
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  const audit = await owner.get<Page<object>>('/audit?action=settings.tested&limit=100')
  expect(audit.body.data).toHaveLength(20)
  expect(audit.body.data[0]).toMatchObject({
    subject: 'sms',
    detail: { outcome: 'refused', code: 'not_configured' },
  })
  expect(audit.text).not.toContain('7700900123')
  const editor = await ground.editor.post<Answer>('/settings/test-sms', { to: '+447700900123' })
  expect([editor.status, editor.body.code]).toEqual([403, 'role_needed'])
})
