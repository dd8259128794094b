import { t } from '../../language/words.ts'

/** The topics of an organisation's settings, in the order of the page. The search finds them by these names. */
const names = {
  'quiet-hours': t`Quiet hours`,
  'limits-for-each-guest': t`Limits for each guest`,
  topics: t`Topics`,
  'double-opt-in': t`Double opt-in`,
  budgets: t`Budgets`,
  'e-mail': 'E-mail',
  brand: t`Brand`,
  'sender-domain': t`Sender domain`,
  'bounces-and-complaints': t`Bounces and complaints`,
  links: t`Links`,
  sms: 'SMS',
  providers: t`Providers`,
  webhooks: t`Webhooks`,
  secrets: t`Secrets`,
  'e-mail-about-tasks': t`E-mail about tasks`,
  alerts: t`Alerts`,
  'sign-in': t`Sign-in`,
  'single-sign-on': t`Single sign-on`,
  'time-and-language': t`Time and language`,
  'data-retention': t`Data retention`,
}

/** What else people call them, and what is set there. */
const others: Record<Topic, string> = {
  'quiet-hours': t`night, do not disturb, sending window, from, until`,
  'limits-for-each-guest': t`frequency cap, capping, at most, messages a day, per week, fatigue`,
  topics: t`subscriptions, newsletter, preferences, unsubscribe, categories`,
  'double-opt-in': t`DOI, confirmation, consent, opt in, permission`,
  budgets: t`spending, points a day, SMS a day, cost, maximum, limit`,
  'e-mail': t`mail, from name, from address, reply-to, sender, SMTP`,
  brand: t`logo, colours, colors, design, theme, font, footer`,
  'sender-domain': t`DKIM, SPF, DMARC, DNS, authentication, TXT record, deliverability`,
  'bounces-and-complaints': t`feedback, spam, hard bounce, webhook, Postmark, SES, Mailgun, SendGrid`,
  links: t`click tracking, UTM, clicks, tracking domain`,
  sms: t`text messages, phone, sender, country, Twilio, Vonage, MessageBird`,
  providers: t`accounts, SMTP, e-mail service, SMS service, gateway, failover`,
  webhooks: t`signature, signing secret, API, HTTP, endpoint, test call`,
  secrets: t`tokens, credentials, passwords, authorisation header, API keys of others`,
  'e-mail-about-tasks': t`notifications, staff, allowed domains, recipients`,
  alerts: t`notifications, monitoring, Slack, webhook, incidents`,
  'sign-in': t`login, log in, second factor, 2FA, MFA, two-factor, passkey, security`,
  'single-sign-on': t`SSO, OIDC, Okta, Entra, Azure, Google, SCIM, provisioning, groups, identity provider`,
  'time-and-language': t`time zone, timezone, locale, country, region, phone numbers`,
  'data-retention': t`GDPR, privacy, delete, deletion, months, history, keep`,
}

/** Also where it is on the page. */
export type Topic = keyof typeof names

export const topics = Object.keys(names) as readonly Topic[]

export const topicName = (topic: Topic): string => names[topic]

/** The names by which the search finds it. */
export const topicWords = (topic: Topic): string => `${names[topic]} ${others[topic]}`
