import type { TestAnswer } from '@millrace/contract/dashboard/settings'
import type { SettingsAnswer } from '@millrace/contract/settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailServer } from '../channels/mail-server.ts'
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

test('a password is kept, and never told again', async () => {
  const { settings, revision } = await read()
  const smtp = { host: 'mail.example.com', port: 587, security: 'starttls', user: 'us' } as const
  const email = { ...settings.email, smtp }
  const saved = await save({ revision, settings: { ...settings, email }, smtp_password: 'canary-password' })
  expect(saved.body).toMatchObject({ has_smtp_password: true, settings: { email: { smtp } } })
  const told = await Promise.all(['/settings', '/audit?limit=100'].map(path => ground.owner.get(path)))
  for (const { text } of [saved, ...told]) expect(text).not.toContain('canary-password')
})

test('all that is wrong with settings is told at once', async () => {
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
