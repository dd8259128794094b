import { regulars } from './segments.ts'
import { TEMPLATE_SEGMENT, type Template } from './template.ts'

export const friday: Template = {
  key: 'friday',
  name: 'Friday news for regulars',
  description:
    'Every Friday afternoon, by the clock of each venue: news for the segment "Regulars". One in ten does not get it, to see what it brings. Choose venues to send it in one town only.',
  segment: regulars,
  definition: {
    trigger: {
      broadcast: {
        segment: TEMPLATE_SEGMENT,
        every: { weekdays: [5], time: '16:00' },
        clock: 'venue',
      },
    },
    variables: [{ key: 'news', value: 'A table by the window, and two new dishes to try' }],
    start: 'hold-out',
    nodes: [
      {
        id: 'hold-out',
        type: 'split',
        label: 'One in ten does not get it',
        ways: [
          { label: 'Gets it', percent: 90, next: 'news' },
          { label: 'Held out', percent: 10, next: 'held' },
        ],
      },
      {
        id: 'news',
        type: 'send_email',
        label: 'This weekend',
        subject: 'This weekend{% if guest.name %}, {{ guest.name }}{% endif %}',
        blocks: [
          {
            type: 'text',
            text: 'Hello {{ guest.name | default: "there" }},\n\n{{ workflow.variables.news }}. We would love to see you this weekend.',
          },
        ],
        next: 'visit',
      },
      {
        id: 'visit',
        type: 'wait_for_event',
        label: 'Do they come?',
        events: [{ label: 'They came', source: 'visits', next: 'came' }],
        timeout: { after: { amount: 3, unit: 'days' }, next: 'stayed' },
      },
      { id: 'came', type: 'end', outcome: 'success', reason: 'Came at the weekend' },
      { id: 'stayed', type: 'end', outcome: 'failure', reason: 'Did not come at the weekend' },
      { id: 'held', type: 'end', outcome: 'success', reason: 'Held out' },
    ],
  },
}
