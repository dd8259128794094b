import { type Static, Type } from 'typebox'
import { QuietHours } from './calendar.ts'
import { words } from './common.ts'
import { Duration } from './node.ts'

/** What every run of an organisation obeys. Secrets are not in here: they are sealed, and never shown again. */

const closed = { additionalProperties: false } as const
const address = Type.String({ maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$' })

export const FrequencyCap = Type.Object(
  {
    channel: words(['email', 'sms']),
    /** Messages to one guest within the time. */
    most: Type.Integer({ minimum: 1, maximum: 1_000 }),
    within: Duration,
  },
  closed,
)
export type FrequencyCap = Static<typeof FrequencyCap>

export const EmailSettings = Type.Object(
  {
    from_name: Type.String({ minLength: 1, maxLength: 200 }),
    from_address: address,
    reply_to: Type.Optional(address),
    /** null: messages are kept in the outbox and nothing leaves the machine. */
    smtp: Type.Union([
      Type.Object(
        {
          host: Type.String({ minLength: 1, maxLength: 253 }),
          port: Type.Integer({ minimum: 1, maximum: 65_535 }),
          security: words(['tls', 'starttls', 'none']),
          user: Type.Optional(Type.String({ minLength: 1, maxLength: 254 })),
        },
        closed,
      ),
      Type.Null(),
    ]),
  },
  closed,
)
export type EmailSettings = Static<typeof EmailSettings>

export const SmsSettings = Type.Object(
  {
    /** Of an API that speaks as Twilio's does. */
    api_url: Type.String({ minLength: 1, maxLength: 500 }),
    account: Type.String({ minLength: 1, maxLength: 100 }),
    from: Type.String({ minLength: 1, maxLength: 50 }),
  },
  closed,
)
export type SmsSettings = Static<typeof SmsSettings>

export const OrganisationSettings = Type.Object(
  {
    /** For guests and runs that name no venue. */
    time_zone: Type.String({ minLength: 1, maxLength: 64 }),
    locale: Type.String({ minLength: 2, maxLength: 35 }),
    quiet_hours: Type.Array(QuietHours, { maxItems: 10 }),
    caps: Type.Array(FrequencyCap, { maxItems: 10 }),
    /** A day is one of the organisation's time zone. null: no limit. */
    budgets: Type.Object(
      {
        points_a_day: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
        sms_a_day: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
      },
      closed,
    ),
    email: EmailSettings,
    sms: Type.Union([SmsSettings, Type.Null()]),
    /** Events, steps and messages older than this are deleted; runs that are under way keep what they need. */
    retention_months: Type.Integer({ minimum: 1, maximum: 120 }),
  },
  { $id: 'OrganisationSettings', ...closed },
)
export type OrganisationSettings = Static<typeof OrganisationSettings>

export const defaultSettings: OrganisationSettings = {
  time_zone: 'UTC',
  locale: 'en-GB',
  quiet_hours: [],
  caps: [],
  budgets: { points_a_day: null, sms_a_day: null },
  email: { from_name: 'Millrace', from_address: 'no-reply@example.com', smtp: null },
  sms: null,
  retention_months: 24,
}
