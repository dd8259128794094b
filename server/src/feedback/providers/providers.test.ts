import type { ReportKind } from '@millrace/contract/email-feedback'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type SimulatedProvider,
  type SimulatedSes,
  simulateMailgun,
  simulatePostmark,
  simulateSendgrid,
  simulateSes,
} from '../../../../tests/support/email-providers.ts'
import { providers } from './providers.ts'

let ses: SimulatedSes
beforeAll(async () => {
  ses = await simulateSes()
})
afterAll(() => ses.close())
const postmark = simulatePostmark()
const sendgrid = simulateSendgrid()
const mailgun = simulateMailgun()
const simulated = () => ({ ses, postmark, sendgrid, mailgun })

function hear(provider: SimulatedProvider, event: unknown) {
  const { headers, body } = provider.send(event)
  const presented = { headers, body: Buffer.from(body), url: '', now: new Date() }
  return providers[provider.name].hear(provider.key, presented, { sns: ses.sns, owner: 'test' })
}

const bounce = (Type: string) => ({ RecordType: 'Bounce', Type })
const dropped = (reason?: string) => ({ event: 'dropped', reason })
const failed = (severity: string, reason: string) => ({ event: 'failed', severity, reason })

test.each<[provider: keyof ReturnType<typeof simulated>, event: object, kind: ReportKind | undefined]>([
  ['ses', { notificationType: 'Bounce', bounce: { bounceType: 'Permanent' } }, 'hard_bounce'],
  ['ses', { eventType: 'Bounce', bounce: { bounceType: 'Permanent' } }, 'hard_bounce'],
  ['ses', { eventType: 'Bounce', bounce: { bounceType: 'Transient' } }, 'soft_bounce'],
  ['ses', { eventType: 'Bounce', bounce: { bounceType: 'Undetermined' } }, 'soft_bounce'],
  ['ses', { eventType: 'Complaint', complaint: {} }, 'complaint'],
  ['ses', { eventType: 'Complaint', complaint: { complaintFeedbackType: 'not-spam' } }, undefined],
  ['ses', { eventType: 'Reject' }, 'dropped'],
  ['ses', { eventType: 'Click' }, undefined],
  ['postmark', bounce('HardBounce'), 'hard_bounce'],
  ['postmark', bounce('BadEmailAddress'), 'hard_bounce'],
  ['postmark', bounce('DnsError'), 'soft_bounce'],
  ['postmark', bounce('Blocked'), 'dropped'],
  ['postmark', bounce('SpamComplaint'), 'complaint'],
  ['postmark', bounce('AutoResponder'), undefined],
  ['postmark', bounce('Unsubscribe'), undefined],
  ['postmark', { RecordType: 'Open' }, undefined],
  ['sendgrid', { event: 'bounce' }, 'hard_bounce'],
  ['sendgrid', { event: 'bounce', type: 'blocked' }, 'soft_bounce'],
  ['sendgrid', dropped('Bounced Address'), 'hard_bounce'],
  ['sendgrid', dropped('Invalid'), 'hard_bounce'],
  ['sendgrid', dropped('Spam Reporting Address'), 'complaint'],
  ['sendgrid', dropped('Unsubscribed Address'), 'dropped'],
  ['sendgrid', dropped(), 'dropped'],
  ['sendgrid', { event: 'processed' }, undefined],
  ['mailgun', failed('permanent', 'bounce'), 'hard_bounce'],
  ['mailgun', failed('permanent', 'suppress-bounce'), 'hard_bounce'],
  ['mailgun', failed('permanent', 'suppress-complaint'), 'complaint'],
  ['mailgun', failed('permanent', 'suppress-unsubscribe'), 'dropped'],
  ['mailgun', failed('permanent', 'old'), 'soft_bounce'],
  ['mailgun', failed('temporary', 'old'), 'soft_bounce'],
  ['mailgun', failed('temporary', 'generic'), 'delayed'],
  ['mailgun', { event: 'unsubscribed' }, undefined],
])('%s: %j is %s', async (name, event, kind) => {
  const heard = await hear(simulated()[name], event)
  expect(heard).toMatchObject({ kind: 'reports' })
  if (heard.kind === 'reports') expect(heard.reports.map(report => report?.kind)).toEqual([kind])
})

test.each(['ses', 'postmark', 'sendgrid', 'mailgun'] as const)('%s: whatever is said is read', name =>
  fc.assert(
    fc.asyncProperty(fc.json(), async text => {
      const heard = await hear(simulated()[name], JSON.parse(text))
      expect(['reports', 'unreadable']).toContain(heard.kind)
    }),
    { numRuns: 100 },
  ),
)

test.each([
  ['ses', 'arn:aws:sns:eu-west-1:123456789012:bounces', true],
  ['ses', 'arn:aws-cn:sns:cn-north-1:123456789012:bounces', true],
  ['ses', 'arn:aws:sqs:eu-west-1:123456789012:bounces', false],
  ['ses', 'arn:aws:sns:evil.example.com/:123456789012:x', false],
  ['postmark', 'short', false],
  ['postmark', 'long enough, but with spaces', false],
  ['postmark', 'long-enough-and-plain', true],
  ['sendgrid', sendgrid.key, true],
  ['sendgrid', 'MFkw', false],
  ['mailgun', '0123456789abcdef0123456789abcdef', true],
  ['mailgun', 'key', false],
] as const)('%s: %s is a key: %s', (name, key, isKey) =>
  expect(providers[name].keyFault(key) === undefined).toBe(isKey),
)
