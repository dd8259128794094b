import type { Template } from './template.ts'

export const winBack: Template = {
  key: 'win-back',
  name: 'Win back a guest who has not been for a while',
  description:
    'After sixty days without a visit: a friendly e-mail, then an SMS for those who agreed to it, until they come again.',
  definition: {
    trigger: { absence: { days: 60, time: '11:00' } },
    variables: [{ key: 'offer', value: '20% off your next visit' }],
    exits: [{ on: 'event', label: 'They came again', source: 'visits' }],
    start: 'miss',
    nodes: [
      {
        id: 'miss',
        type: 'send_email',
        label: 'We miss you',
        subject: 'We have kept your table warm',
        blocks: [
          {
            type: 'text',
            text: 'Hello {{ guest.name | default: "there" }},\n\nIt has been a while. Come back soon: {{ workflow.variables.offer }}.',
          },
        ],
        next: 'week',
      },
      {
        id: 'week',
        type: 'wait',
        label: 'A week',
        until: { after: { amount: 7, unit: 'days' } },
        next: 'reach',
      },
      {
        id: 'reach',
        type: 'branch',
        label: 'May we send an SMS?',
        cases: [
          {
            label: 'Yes',
            when: { field: 'guest.sms_consent', operator: 'equals', value: true },
            next: 'remind',
          },
        ],
        else: 'tag',
      },
      {
        id: 'remind',
        type: 'send_sms',
        label: 'Last reminder',
        body: 'Hello {{ guest.name | default: "there" }}, {{ workflow.variables.offer }}: it ends this week.',
        next: 'last-week',
      },
      { id: 'last-week', type: 'wait', until: { after: { amount: 7, unit: 'days' } }, next: 'tag' },
      { id: 'tag', type: 'add_tag', tag: 'lapsed', next: 'lost' },
      { id: 'lost', type: 'end', outcome: 'failure', reason: 'Has not come back' },
    ],
  },
}
