import { type Static, Type } from 'typebox'
import { nullable, Timestamp, words } from './common.ts'
import { refusalReasons } from './connection-proof.ts'
import { MAIL_SERVER } from './suppression.ts'

/** The e-mail providers whose reports are understood, and what proves that a report comes from them. */
export const feedbackProviders = {
  ses: { name: 'Amazon SES', key: 'ARN of the SNS topic' },
  postmark: { name: 'Postmark', key: 'password for basic authentication' },
  sendgrid: { name: 'SendGrid', key: 'verification key' },
  mailgun: { name: 'Mailgun', key: 'webhook signing key' },
} as const

export type FeedbackProvider = keyof typeof feedbackProviders
export const feedbackProviderNames = Object.keys(feedbackProviders) as FeedbackProvider[]
export const FeedbackProvider = words(feedbackProviderNames)

export const isFeedbackProvider = (text: string): text is FeedbackProvider =>
  Object.hasOwn(feedbackProviders, text)

/** Who reports on a message: a provider, or a mail server that sent it back to its return address. */
export type Reporter = FeedbackProvider | typeof MAIL_SERVER
export const reporterName = (reporter: Reporter): string =>
  reporter === MAIL_SERVER ? 'Mail server' : feedbackProviders[reporter].name

/** What is reported about a message, one row for each; the words are about the message. */
export const reportKinds = {
  delivered: 'delivered',
  delayed: 'delayed, another attempt follows',
  dropped: 'not delivered, for a reason that is not about the address',
  soft_bounce: 'bounced, the address may work later',
  hard_bounce: 'bounced, the address does not exist',
  complaint: 'reported as spam',
} as const

export type ReportKind = keyof typeof reportKinds

/** A report of a newer release is shown by its name. */
export const reportInWords = (kind: string): string =>
  Object.hasOwn(reportKinds, kind) ? reportKinds[kind as ReportKind] : kind.replaceAll('_', ' ')

export const MessageReport = Type.Object({
  kind: words(Object.keys(reportKinds) as ReportKind[]),
  provider: words([...feedbackProviderNames, MAIL_SERVER] as Reporter[]),
  at: Timestamp,
  note: nullable(Type.String(), 'What the provider or the mail server said.'),
})
export type MessageReport = Static<typeof MessageReport>

/** Why a report was not accepted. */
export const feedbackRefusals = [...refusalReasons, 'wrong_topic', 'replayed', 'too_large'] as const
export type FeedbackRefusal = (typeof feedbackRefusals)[number]

/** The reports of one provider: where it sends them, whether it can, and what has arrived. */
export const EmailFeedback = Type.Object({
  provider: FeedbackProvider,
  address: Type.String({ description: 'Where the provider sends its reports.' }),
  has_key: Type.Boolean({ description: 'Whether reports are accepted. The key is never shown again.' }),
  recorded: Type.Integer({ description: 'Reports about messages of this organisation.' }),
  unknown: Type.Integer({
    description: 'Reports about messages that Millrace did not send, or no longer has.',
  }),
  refused: Type.Integer({ description: 'Requests that did not prove where they come from.' }),
  last_at: nullable(Timestamp, 'When the provider last sent something that was accepted.'),
  refused_at: nullable(Timestamp),
  refusal: nullable(words(feedbackRefusals), 'Why the last one was refused.'),
})
export type EmailFeedback = Static<typeof EmailFeedback>

export const EmailFeedbackList = Type.Object({ data: Type.Array(EmailFeedback) })

export const EmailFeedbackChange = Type.Object(
  { key: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }) },
  { additionalProperties: false },
)

export const EmailFeedbackSaved = Type.Object({ message: Type.String() })
