import type { Template } from './template.ts'

export const birthday: Template = {
  key: 'birthday',
  name: 'Birthday treat',
  description:
    'When your guest list reports a birthday: good wishes, and a treat that is marked when it is used.',
  definition: {
    trigger: {
      source: 'birthdays',
      re_entry: { within: { amount: 300, unit: 'days' }, per: 'guest' },
    },
    variables: [{ key: 'treat', value: 'a glass of something sparkling' }],
    exits: [
      {
        on: 'guest',
        label: 'The guest does not want to hear from us',
        when: { field: 'guest.do_not_contact', operator: 'equals', value: true },
      },
    ],
    start: 'morning',
    nodes: [
      {
        id: 'morning',
        type: 'wait',
        label: 'At nine in the morning',
        until: { time: { time: '09:00' } },
        next: 'wishes',
      },
      {
        id: 'wishes',
        type: 'send_email',
        label: 'Happy birthday',
        subject: 'Happy birthday{% if guest.name %}, {{ guest.name }}{% endif %}!',
        html:
          '<p>Many happy returns, {{ guest.name | default: "dear guest" }}!</p>\n' +
          '<p>Come and see us within two weeks: {{ workflow.variables.treat }} is on us.</p>',
        next: 'visit',
      },
      {
        id: 'visit',
        type: 'wait_for_event',
        label: 'Do they come?',
        events: [{ label: 'They came', source: 'visits', next: 'came' }],
        timeout: { after: { amount: 14, unit: 'days' }, next: 'missed' },
      },
      { id: 'came', type: 'add_tag', tag: 'birthday-treat-used', next: 'done' },
      { id: 'done', type: 'end', outcome: 'success', reason: 'Came for the treat' },
      { id: 'missed', type: 'end', outcome: 'failure', reason: 'Did not come within two weeks' },
    ],
  },
}
