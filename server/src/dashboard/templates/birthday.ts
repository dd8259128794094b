import type { Template } from './template.ts'

export const birthday: Template = {
  key: 'birthday',
  name: 'Birthday treat',
  description:
    'A week before the birthday of each guest, every year: good wishes, and a treat that is marked when it is used.',
  definition: {
    trigger: { date: { attribute: 'birthday', repeats: 'yearly', days_before: 7, time: '10:00' } },
    variables: [{ key: 'treat', value: 'a glass of something sparkling' }],
    exits: [
      {
        on: 'guest',
        label: 'The guest does not want to hear from us',
        when: { field: 'guest.do_not_contact', operator: 'equals', value: true },
      },
    ],
    start: 'wishes',
    nodes: [
      {
        id: 'wishes',
        type: 'send_email',
        label: 'For your birthday',
        subject: 'Your birthday is coming up{% if guest.name %}, {{ guest.name }}{% endif %}',
        blocks: [
          {
            type: 'text',
            text: 'Many happy returns, {{ guest.name | default: "dear guest" }}!\n\nCome and see us within thirty days: {{ workflow.variables.treat }} is on us.',
          },
        ],
        next: 'visit',
      },
      {
        id: 'visit',
        type: 'wait_for_event',
        label: 'Do they come?',
        events: [{ label: 'They came', source: 'visits', next: 'came' }],
        timeout: { after: { amount: 30, unit: 'days' }, next: 'missed' },
      },
      { id: 'came', type: 'add_tag', tag: 'birthday-treat-used', next: 'done' },
      { id: 'done', type: 'end', outcome: 'success', reason: 'Came for the treat' },
      { id: 'missed', type: 'end', outcome: 'failure', reason: 'Did not come within thirty days' },
    ],
  },
}
