import type { Template } from './template.ts'

export const thankYou: Template = {
  key: 'thank-you',
  name: 'Say thank you for a large bill',
  description:
    'From a spend of 100, the next morning at ten. It listens: other workflows can use the same bills.',
  definition: {
    trigger: {
      source: 'bills',
      listener: true,
      when: { field: 'event.parameters.spend', operator: 'at_least', value: 100 },
      re_entry: { within: { amount: 30, unit: 'days' }, per: 'guest' },
    },
    start: 'morning',
    nodes: [
      {
        id: 'morning',
        type: 'wait',
        label: 'Until the next morning',
        until: { time: { time: '10:00' } },
        next: 'thanks',
      },
      {
        id: 'thanks',
        type: 'send_email',
        label: 'Thank you',
        subject: 'Thank you{% if guest.name %}, {{ guest.name }}{% endif %}',
        blocks: [
          {
            type: 'text',
            text: 'Hello {{ guest.name | default: "there" }},\n\nThank you for spending the evening{% if venue.name %} at {{ venue.name }}{% endif %}. We hope to see you again soon.',
          },
        ],
        next: 'done',
      },
      { id: 'done', type: 'end', outcome: 'success' },
    ],
  },
}
