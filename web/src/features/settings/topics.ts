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

/** Also where it is on the page. */
export type Topic = keyof typeof names

export const topics = Object.keys(names) as readonly Topic[]

export const topicName = (topic: Topic): string => names[topic]
