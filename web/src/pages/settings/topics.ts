/** In the order of the page. The search finds them by these names. */
export const topics = [
  'Quiet hours',
  'Limits for each guest',
  'Topics',
  'Double opt-in',
  'Budgets',
  'E-mail',
  'Brand',
  'Sender domain',
  'Bounces and complaints',
  'Links',
  'SMS',
  'Webhooks',
  'Secrets',
  'E-mail about tasks',
  'Alerts',
  'Sign-in',
  'Single sign-on',
  'Time and language',
  'Data retention',
] as const

export type Topic = (typeof topics)[number]

export const topicAnchor = (topic: Topic): string => topic.toLowerCase().replaceAll(' ', '-')
