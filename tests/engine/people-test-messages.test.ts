import { defaultSettings, type EmailSettings } from '@millrace/contract/settings'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { type Channels, createChannels } from '../../server/src/channels/channels.ts'
import { type Database, inTransaction, openDatabase } from '../../server/src/db/database.ts'
import { createOrganisation } from '../../server/src/organisations/create-organisation.ts'
import { writeSecret } from '../../server/src/organisations/secrets.ts'
import { rotateWebhookSecret } from '../../server/src/organisations/settings/rotate-webhook-secret.ts'
import {
  sendTestEmail,
  sendTestSms,
  sendTestWebhook,
} from '../../server/src/organisations/settings/send-test.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { mailServer } from '../channels/mail-server.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'

const sealer = createSealer({ current: 'a secret for tests only, and long enough', previous: [] })
const organisationId = newId()
let prepared: TestDatabase
let database: Database
let channels: Channels
let mail: Awaited<ReturnType<typeof mailServer>>
let receiver: Awaited<ReturnType<typeof httpReceiver>>

beforeAll(async () => {
  prepared = await createTestDatabase()
  database = openDatabase(prepared.connection, {
    applicationName: 'test of test messages',
    tenantConnections: 1,
    engineConnections: 2,
    onError: () => {},
  })
  await inTransaction(database.engine, tx => createOrganisation(tx, { id: organisationId, name: 'Rialto' }))
  mail = await mailServer()
  receiver = await httpReceiver(response => {
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1"}')
  })
  channels = createChannels({ allowPrivate: ['127.0.0.1'], extraPorts: [mail.port, receiver.port] })
})
afterAll(async () => {
  channels.close()
  await mail.close()
  await receiver.close()
  await database.close()
  await prepared.drop()
})

const parts = () => ({ sql: database.engineSql, channels, sealer })
const email = (user?: string): EmailSettings => ({
  from_name: 'Rialto',
  from_address: 'hello@example.com',
  smtp: {
    host: '127.0.0.1',
    port: mail.port,
    security: 'none',
    ...(user === undefined ? {} : { user }),
  },
})

test('an e-mail goes by the settings that are given, or by those that are stored', async () => {
  const to = 'anna@example.com'
  expect(await sendTestEmail(parts(), organisationId, { to })).toMatchObject({ code: 'not_configured' })
  const given = await sendTestEmail(parts(), organisationId, { to, email: email() })
  expect(given.kind).toBe('delivered')
  await database.engine.query('UPDATE organisations SET settings = $2 WHERE id = $1', [
    organisationId,
    JSON.stringify({ ...defaultSettings, email: email() }),
  ])
  expect((await sendTestEmail(parts(), organisationId, { to })).kind).toBe('delivered')
  expect(mail.mails.map(({ recipients }) => recipients)).toEqual([[to], [to]])
})

test('a stored password goes to no other user than its own', async () => {
  await writeSecret(database.engineSql, sealer, organisationId, 'smtp_password', 'stored')
  const test = { to: 'anna@example.com', email: email('eve') }
  expect(await sendTestEmail(parts(), organisationId, test)).toMatchObject({ code: 'no_password' })
})

test('an SMS goes with the token that is given', async () => {
  const sms = { api_url: receiver.url, account: 'AC1', from: '+39555' }
  const without = await sendTestSms(parts(), organisationId, { to: '+390612345', sms })
  expect(without).toMatchObject({ kind: 'refused', code: 'invalid_settings' })
  const sent = await sendTestSms(parts(), organisationId, { to: '+390612345', sms, sms_token: 'token' })
  expect(sent).toMatchObject({ kind: 'delivered', detail: { providerId: 'SM1' } })
})

test('a webhook is signed with the secret of now and the one before', async () => {
  const first = await inTransaction(database.engine, tx =>
    rotateWebhookSecret(tx, sealer, organisationId, 'Anna'),
  )
  const second = await inTransaction(database.engine, tx =>
    rotateWebhookSecret(tx, sealer, organisationId, 'Anna'),
  )
  const outcome = await sendTestWebhook(parts(), organisationId, { url: `${receiver.url}/hook` })
  expect(outcome.kind).toBe('delivered')
  const { headers, body } = receiver.received.at(-1) as (typeof receiver.received)[number]
  for (const secret of [first, second]) {
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'test',
    })
  }
  const forbidden = await sendTestWebhook(parts(), organisationId, { url: 'http://10.0.0.1/' })
  expect(forbidden).toMatchObject({ kind: 'refused', code: 'invalid_url' })
})
