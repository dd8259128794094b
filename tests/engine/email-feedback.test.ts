import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { readMessages } from '../../server/src/dashboard/outbox/read-messages.ts'
import { inTenant, inTransaction } from '../../server/src/db/database.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { saveFeedbackKey } from '../../server/src/feedback/set-up.ts'
import { exportGuest } from '../../server/src/guests/export-guest.ts'
import { guestTimeline } from '../../server/src/guests/timeline/guest-timeline.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { mailServer } from '../channels/mail-server.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { type Api, startApiOn } from '../support/api-on.ts'
import { askPage } from '../support/ask-page.ts'
import {
  type Kind,
  type SimulatedProvider,
  type SimulatedSes,
  simulateMailgun,
  simulatePostmark,
  simulateSendgrid,
  simulateSes,
} from '../support/email-providers.ts'
import { end, mail, reachable, workflow } from './nodes.ts'
import { type Outside, openOutside } from './outside.ts'

/** The providers know a message by nothing but the e-mail that Millrace has sent. */

let outside: Outside
let ses: SimulatedSes
let api: Api
let providers: Record<string, SimulatedProvider>

beforeAll(async () => {
  const provider = await httpReceiver()
  outside = await openOutside({ mail: await mailServer(), provider, receivers: [] })
  await outside.configure()
  await outside.workflow(workflow('news', [{ ...mail('write'), label: 'News' }, end]))
  ses = await simulateSes()
  api = await startApiOn(outside.millrace.databaseUrl, undefined, ses.sns)
  providers = {
    ses,
    postmark: simulatePostmark(),
    sendgrid: simulateSendgrid(),
    mailgun: simulateMailgun(),
  }
  const sealer = createSealer((await loadSecrets(outside.millrace.config)).master)
  for (const { name, key } of Object.values(providers))
    await inTransaction(outside.millrace.database.engine, tx =>
      saveFeedbackKey(tx, sealer, outside.organisation.id, 'test', { provider: name, key }),
    )
})
afterAll(async () => {
  await api.stop()
  await ses.close()
  await outside.close()
})

async function send(guestId: string): Promise<string> {
  const runId = await outside.event(guestId, 'news')
  await outside.until(runId, 'completed')
  return runId
}

async function report(provider: SimulatedProvider, kind: Kind, email: string) {
  const sent = outside.mail.mails
    .filter(({ recipients }) => recipients.some(one => one.toLowerCase() === email.toLowerCase()))
    .at(-1)
  if (sent === undefined) throw new Error('no e-mail was sent')
  const { headers, body } = provider.send(provider.event(kind, { ...sent.parsed, to: email } as never))
  const url = `${api.url}/callbacks/email/${outside.organisation.id}/${provider.name}`
  return JSON.parse((await askPage('POST', url, headers, body)).text)
}

const messagesOf = (runId: string) =>
  inTenant(outside.millrace.database, outside.organisation.id, tx =>
    readMessages(tx, outside.organisation.id, { runId }),
  )

const activityOf = (guestId: string) =>
  inTenant(outside.millrace.database, outside.organisation.id, async tx =>
    (await guestTimeline(tx, outside.organisation.id, guestId, { after: undefined, limit: 100 })).map(
      ({ entry }) => entry.sentence,
    ),
  )

test.each(['ses', 'postmark', 'sendgrid', 'mailgun'])(
  'a bounce that %s reports is on the message, its run and the guest’s activity, and the next message is not sent',
  async name => {
    const provider = providers[name] as SimulatedProvider
    const email = `Gone-${name}@Example.com`
    const guestId = await outside.guest({ ...reachable, email })
    const runId = await send(guestId)
    expect(await report(provider, 'hard_bounce', email)).toMatchObject({ recorded: 1 })
    expect(await messagesOf(runId)).toMatchObject([
      {
        status: 'undelivered',
        error: { code: 'hard_bounce' },
        reports: [{ kind: 'hard_bounce', provider: name, note: expect.stringContaining('unknown user') }],
      },
    ])
    expect(await activityOf(guestId)).toContainEqual(
      expect.stringMatching(
        /^The e-mail “News” was not delivered: The mail server or the provider said that the address does not exist\./,
      ),
    )
    const next = await send(guestId)
    expect((await outside.steps(next))[0]).toMatchObject({
      status: 'skipped',
      detail: { reason: 'suppressed', suppressed_because: 'hard_bounce' },
    })
  },
)

test('a delivery and a complaint are in the guest’s activity', async () => {
  const email = 'cross@example.com'
  const guestId = await outside.guest({ ...reachable, email })
  const runId = await send(guestId)
  await report(ses, 'delivered', email)
  await report(ses, 'complaint', email)
  const activity = await activityOf(guestId)
  expect(activity).toContain('The e-mail “News” was delivered.')
  expect(activity).toContain('The guest reported the e-mail “News” as spam.')
  const [message] = await messagesOf(runId)
  expect(message?.reports.map(({ kind }) => kind)).toEqual(['delivered', 'complaint'])
})

test('reports are in the guest’s export, and deleted with the guest; later ones find nothing', async () => {
  const email = 'erased@example.com'
  const guestId = await outside.guest({ ...reachable, email })
  await send(guestId)
  await report(providers.postmark as SimulatedProvider, 'soft_bounce', email)
  const { engine, engineSql } = outside.millrace.database
  expect(await exportGuest(engineSql, outside.organisation.id, guestId)).toMatchObject({
    message_reports: [{ kind: 'soft_bounce', provider: 'postmark', address: email }],
  })
  await inTransaction(engine, tx => eraseGuest(tx, outside.organisation.id, guestId, 'test'))
  expect(await report(providers.postmark as SimulatedProvider, 'hard_bounce', email)).toMatchObject({
    recorded: 0,
    unknown: 1,
  })
  expect(await outside.query('SELECT FROM message_reports WHERE address = $1', [email])).toEqual([])
})

test('an e-mail asks for nothing back while no provider is set up', async () => {
  await outside.query(`DELETE FROM organisation_secrets WHERE name LIKE 'feedback_%'`)
  const email = 'plain@example.com'
  await send(await outside.guest({ ...reachable, email }))
  const raw = outside.mail.mails.find(({ recipients }) => recipients.includes(email))?.raw
  expect(raw).toContain(email)
  expect(raw).not.toMatch(/^x-(pm|smtpapi|mailgun)/im)
})
