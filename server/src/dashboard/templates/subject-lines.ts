import type { NodeOf } from '@millrace/contract/node'
import { regulars } from './segments.ts'
import { TEMPLATE_SEGMENT, type Template } from './template.ts'

const news = (id: string, subject: string): NodeOf<'send_email'> => ({
  id: `news-${id}`,
  type: 'send_email',
  label: `News ${id.toUpperCase()}`,
  subject,
  blocks: [
    {
      type: 'text',
      text: 'Hello {{ guest.name | default: "there" }},\n\nOur new menu is here. Come and try it within the next two weeks.',
    },
  ],
  next: `visit-${id}`,
})

const visit = (id: string): NodeOf<'wait_for_event'> => ({
  id: `visit-${id}`,
  type: 'wait_for_event',
  label: 'Do they come?',
  events: [{ label: 'They came', source: 'visits', next: `came-${id}` }],
  timeout: { after: { amount: 14, unit: 'days' }, next: `stayed-${id}` },
})

const ends = (id: string, subject: string): NodeOf<'end'>[] => [
  { id: `came-${id}`, type: 'end', outcome: 'success', reason: `${subject}: came within two weeks` },
  { id: `stayed-${id}`, type: 'end', outcome: 'failure', reason: `${subject}: did not come` },
]

export const subjectLines: Template = {
  key: 'subject-lines',
  name: 'Try two subject lines',
  description:
    'The same news to the segment "Regulars" with two subject lines, half of the guests each. The outcome of each run says which one it was, and whether the guest came within two weeks.',
  segment: regulars,
  definition: {
    trigger: { broadcast: { segment: TEMPLATE_SEGMENT } },
    start: 'which',
    nodes: [
      {
        id: 'which',
        type: 'split',
        label: 'Which subject?',
        ways: [
          { label: 'A', percent: 50, next: 'news-a' },
          { label: 'B', percent: 50, next: 'news-b' },
        ],
      },
      news('a', 'Our new menu is here'),
      visit('a'),
      ...ends('a', 'Subject A'),
      news('b', 'A table for you, {{ guest.name | default: "dear guest" }}?'),
      visit('b'),
      ...ends('b', 'Subject B'),
    ],
  },
}
