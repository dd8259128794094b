import { type Static, Type } from 'typebox'
import { Brand } from './brand.ts'
import { Duration, QuietHours } from './calendar.ts'
import { nullable, words } from './common.ts'
import { countryPattern, phonePattern } from './phone.ts'
import { smsVendorNames } from './sms-vendor.ts'
import { MOST_TOPICS, Topic } from './topic.ts'

/**
 * Settings that apply to every run of an organisation. Secrets are not among them: they are sealed and never shown
 * again.
 */

const closed = { additionalProperties: false } as const
const address = Type.String({ maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$' })

export const FrequencyCap = Type.Object(
  {
    channel: words(['email', 'sms']),
    /** The most messages to one guest within the time. */
    most: Type.Integer({ minimum: 1, maximum: 1_000 }),
    within: Duration,
  },
  closed,
)
export type FrequencyCap = Static<typeof FrequencyCap>

/** A mail server. */
export const Smtp = Type.Object(
  {
    host: Type.String({ minLength: 1, maxLength: 253 }),
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    security: words(['tls', 'starttls', 'none']),
    user: Type.Optional(Type.String({ minLength: 1, maxLength: 254 })),
  },
  closed,
)
export type Smtp = Static<typeof Smtp>

export const EmailSettings = Type.Object(
  {
    from_name: Type.String({ minLength: 1, maxLength: 200 }),
    from_address: address,
    reply_to: Type.Optional(address),
    /** The first provider. null: messages stay in the outbox and nothing leaves the machine. */
    smtp: nullable(Smtp),
  },
  closed,
)
export type EmailSettings = Static<typeof EmailSettings>

/** A number, a short code or a name; of the organisation also the SID of a messaging service. */
export const SmsSender = Type.String({ minLength: 1, maxLength: 50 })

export const SmsSettings = Type.Object(
  {
    /** Whose API it is. Absent: Twilio's, which others have too. */
    vendor: Type.Optional(words(smsVendorNames)),
    api_url: Type.String({ minLength: 1, maxLength: 500 }),
    /** The account SID of Twilio, or the API key of Vonage. MessageBird knows the account by its key, so any name will do. */
    account: Type.String({ minLength: 1, maxLength: 100 }),
    from: SmsSender,
    /** Senders for the guests of some countries, by ISO 3166, as US. */
    from_by_country: Type.Optional(
      Type.Record(Type.String({ pattern: countryPattern }), SmsSender, { ...closed, maxProperties: 50 }),
    ),
  },
  closed,
)
export type SmsSettings = Static<typeof SmsSettings>

export const linkCountings = ['none', 'marketing', 'all'] as const
export const LinkCounting = words(linkCountings)
export type LinkCounting = Static<typeof LinkCounting>

export const OrganisationSettings = Type.Object(
  {
    /** For guests and runs without a venue. */
    time_zone: Type.String({ minLength: 1, maxLength: 64 }),
    locale: Type.String({ minLength: 2, maxLength: 35 }),
    /** By whose rules phone numbers without a country code are read. Absent or null: such a number is refused. */
    country: Type.Optional(nullable(Type.String({ pattern: countryPattern }))),
    quiet_hours: Type.Array(QuietHours, { maxItems: 10 }),
    caps: Type.Array(FrequencyCap, { maxItems: 10 }),
    /** What marketing is about. Guests choose among them on their preference page. */
    topics: Type.Optional(Type.Array(Topic, { maxItems: MOST_TOPICS })),
    /** In which e-mails clicks on links are counted: in none, in marketing, or in all of them. Absent: none. */
    link_counting: Type.Optional(LinkCounting),
    /** Whether a consent to e-mail that comes through another system waits until the guest confirms it. Absent: no. */
    double_opt_in: Type.Optional(Type.Boolean()),
    /** Days are those of the organisation's time zone. null: no limit. */
    budgets: Type.Object(
      {
        points_a_day: nullable(Type.Integer({ minimum: 0 })),
        sms_a_day: nullable(Type.Integer({ minimum: 0 })),
      },
      closed,
    ),
    email: EmailSettings,
    /** Absent or null: plain. */
    brand: Type.Optional(nullable(Brand)),
    /** The first provider, or null. */
    sms: nullable(SmsSettings),
    /** Mail about tasks goes to members, and to addresses in these domains. Absent: to members only. */
    notify_domains: Type.Optional(
      Type.Array(
        Type.String({
          maxLength: 253,
          pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$',
        }),
        {
          maxItems: 50,
          uniqueItems: true,
        },
      ),
    ),
    /** Where alerts are sent, by a signed POST. Absent or null: nowhere. */
    alerts_url: Type.Optional(nullable(Type.String({ maxLength: 2_048, pattern: '^https?://[^\\s<>"]+$' }))),
    /** Events, steps and messages older than this are deleted; open runs keep what they need. */
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

/** Says of each secret only whether it is set. */
export const SettingsAnswer = Type.Object(
  {
    settings: OrganisationSettings,
    /** Sent back with a save, so that no save overwrites another. */
    revision: Type.String(),
    has_smtp_password: Type.Boolean(),
    has_sms_token: Type.Boolean(),
    has_webhook_secret: Type.Boolean(),
  },
  { $id: 'SettingsAnswer', title: 'The settings of an organisation' },
)
export type SettingsAnswer = Static<typeof SettingsAnswer>

const secret = nullable(Type.String({ minLength: 1, maxLength: 1_000 }))

export const SettingsChange = Type.Object(
  {
    revision: Type.String({ minLength: 1, maxLength: 64 }),
    settings: OrganisationSettings,
    /** Absent: unchanged. null: removed. */
    smtp_password: Type.Optional(secret),
    sms_token: Type.Optional(secret),
  },
  { $id: 'SettingsChange', ...closed },
)
export type SettingsChange = Static<typeof SettingsChange>

/** A message to test the settings. Without settings in the request, the stored ones are used. */
export const EmailTest = Type.Object(
  {
    to: address,
    email: Type.Optional(EmailSettings),
    smtp_password: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
  },
  { $id: 'EmailTest', ...closed },
)
export type EmailTest = Static<typeof EmailTest>

export const SmsTest = Type.Object(
  {
    to: Type.String({ pattern: phonePattern }),
    sms: Type.Optional(SmsSettings),
    sms_token: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
  },
  { $id: 'SmsTest', ...closed },
)
export type SmsTest = Static<typeof SmsTest>

export const WebhookTest = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: 2_048 }) },
  { $id: 'WebhookTest', ...closed },
)
export type WebhookTest = Static<typeof WebhookTest>
