import { type Static, Type } from 'typebox'
import { ListLinks, nullable, Timestamp, Uuid, words } from './common.ts'
import { phrase, say, sayPhrase } from './say.ts'

/** Why nothing more is sent to an address, one row for each reason; the words follow "it is suppressed: ". */
export const suppressionReasons = {
  hard_bounce: phrase`the mail server or the provider said that it does not exist`,
  soft_bounces: phrase`too many messages to it bounced`,
  complaint: phrase`a message to it was reported as spam`,
  member: phrase`a member entered it`,
  integration: phrase`another system entered it`,
} as const

export type SuppressionReason = keyof typeof suppressionReasons

/** The source of what a mail server said, while it was given a message or when it sent one back. */
export const MAIL_SERVER = 'mail_server'

/** A reason of a newer release is shown by its name. */
export const suppressionInWords = (reason: unknown): string =>
  typeof reason === 'string' && Object.hasOwn(suppressionReasons, reason)
    ? sayPhrase(suppressionReasons[reason as SuppressionReason])
    : String(reason ?? say`the reason is not known`).replaceAll('_', ' ')

export const SuppressedChannel = words(['email', 'sms'])
export type SuppressedChannel = Static<typeof SuppressedChannel>

const why = (description: string) =>
  Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', description })

/** An e-mail address or a phone number to which nothing is sent. */
export const Suppression = Type.Object(
  {
    id: Uuid,
    channel: SuppressedChannel,
    address: Type.String({
      description: 'An e-mail address in lower case, or a number such as +442079460000.',
    }),
    reason: words(Object.keys(suppressionReasons) as SuppressionReason[]),
    source: Type.String({ description: 'The provider, mail_server, api, dashboard or cli.' }),
    note: nullable(Type.String(), 'What the provider said, or why it was entered.'),
    since: Timestamp,
    lifted_at: nullable(Timestamp, 'null: it is in force.'),
    lifted_by: nullable(Type.String(), 'Who lifted it: a member or an API key.'),
    lifted_because: nullable(Type.String()),
  },
  { $id: 'Suppression', title: 'A suppressed address or number' },
)
export type Suppression = Static<typeof Suppression>

export const SuppressionList = Type.Object(
  { data: Type.Array(Suppression), links: ListLinks },
  { $id: 'SuppressionList', title: 'Suppressed addresses and numbers' },
)

export const suppressionFilter = {
  text: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 254,
      pattern: '^[^\\u0000]+$',
      description: 'The beginning of an e-mail address or of a phone number.',
    }),
  ),
  channel: Type.Optional(SuppressedChannel),
  reason: Type.Optional(words(Object.keys(suppressionReasons) as SuppressionReason[])),
  lifted: Type.Optional(words(['yes', 'no'])),
}

/** Plain enough for people to type; which of the two it is depends on the channel. */
const ADDRESS = "^(\\+[0-9]{6,15}|[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+)$"

export const NewSuppression = Type.Object(
  {
    channel: SuppressedChannel,
    address: Type.String({
      maxLength: 254,
      pattern: ADDRESS,
      description: 'An e-mail address, or a phone number in full, such as +442079460000.',
    }),
    note: why('Why'),
  },
  {
    $id: 'NewSuppression',
    title: 'An address or a number to suppress',
    examples: [{ channel: 'email', address: 'gone@example.com', note: 'Bounced in our newsletter' }],
    additionalProperties: false,
  },
)
export type NewSuppression = Static<typeof NewSuppression>

export const SuppressionLift = Type.Object(
  { because: why('Why it is lifted') },
  {
    $id: 'SuppressionLift',
    title: 'Why a suppression is lifted',
    examples: [{ because: 'The guest has a new mailbox at the same address' }],
    additionalProperties: false,
  },
)

export const SuppressionAnswer = Type.Object(
  { message: Type.String(), suppression: Suppression },
  { $id: 'SuppressionAnswer', title: 'A suppression, and what was done' },
)
