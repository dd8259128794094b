import { type Static, Type } from 'typebox'
import { nullable, Timestamp, Uuid, words } from './common.ts'
import { phonePattern } from './phone.ts'
import { SmsSettings, Smtp } from './settings.ts'

/**
 * The providers that send an organisation's e-mails and SMS, in the order in which they are used. The connection of the
 * first is also in the settings.
 */

const closed = { additionalProperties: false } as const

export const MOST_PROVIDERS = 10

export const providerChannels = ['email', 'sms'] as const
export const ProviderChannel = words(providerChannels)
export type ProviderChannel = Static<typeof ProviderChannel>

export const paceUnits = ['second', 'minute', 'hour'] as const

/** Messages begin evenly, this many in the time. */
export const Pace = Type.Object(
  { most: Type.Integer({ minimum: 1, maximum: 100_000 }), per: words(paceUnits) },
  closed,
)
export type Pace = Static<typeof Pace>

/** The most of the first day, and by what it grows after every day on which something was sent. */
export const WarmUp = Type.Object(
  {
    start: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
    factor: Type.Number({ minimum: 1.05, maximum: 10 }),
  },
  closed,
)
export type WarmUp = Static<typeof WarmUp>

const limits = {
  pace: nullable(Pace, 'null: as fast as it takes them.'),
  most_a_day: nullable(Type.Integer({ minimum: 1, maximum: 100_000_000 }), 'Days are those of UTC.'),
  warm_up: nullable(WarmUp, 'A daily limit that grows until it is most_a_day.'),
}
const name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const secret = Type.String({ minLength: 1, maxLength: 1_000 })

/** working: messages go out. unsteady: the last one failed. down: one message at a time tries it. */
export const ProviderStatus = words(['working', 'unsteady', 'down'])
export type ProviderStatus = Static<typeof ProviderStatus>

export const Provider = Type.Object({
  id: Uuid,
  channel: ProviderChannel,
  name: Type.String(),
  first: Type.Boolean({ description: 'Its connection is in the settings as well.' }),
  smtp: nullable(Smtp),
  sms: nullable(SmsSettings),
  has_secret: Type.Boolean({ description: 'Whether a password or a token is stored.' }),
  ...limits,
  status: ProviderStatus,
  down_since: nullable(Timestamp),
  next_try_at: nullable(Timestamp, 'When a message tries it again, where it is down.'),
  error: nullable(Type.String(), 'Why the last message failed, where it is down or unsteady.'),
  failed_at: nullable(Timestamp),
  today: Type.Integer({ description: 'Messages that it was given today, where it has a limit.' }),
  limit_today: nullable(Type.Integer(), 'The daily limit, or that of the warm-up, as it is today.'),
})
export type Provider = Static<typeof Provider>

export const ProviderList = Type.Object({ data: Type.Array(Provider) })

/** How messages get there, and how many. */
const given = {
  smtp: Type.Optional(Smtp),
  sms: Type.Optional(SmsSettings),
  secret: Type.Optional(secret),
  pace: Type.Optional(limits.pace),
  most_a_day: Type.Optional(limits.most_a_day),
  warm_up: Type.Optional(limits.warm_up),
}

export const NewProvider = Type.Object({ channel: ProviderChannel, name, ...given }, closed)
export type NewProvider = Static<typeof NewProvider>

/** What is absent stays as it is. A stored secret stays only with the server and the user that it was given for. */
export const ProviderChange = Type.Object({ name: Type.Optional(name), ...given }, closed)
export type ProviderChange = Static<typeof ProviderChange>

export const ProviderOrder = Type.Object(
  { channel: ProviderChannel, ids: Type.Array(Uuid, { maxItems: MOST_PROVIDERS }) },
  closed,
)

export const ProviderTest = Type.Object(
  { to: Type.String({ maxLength: 254, pattern: `^[^@\\s]+@[^@\\s]+$|${phonePattern}` }) },
  closed,
)

export const ProviderAnswer = Type.Object({ message: Type.String(), provider: Provider })
