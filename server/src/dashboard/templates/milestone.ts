import type { Template } from './template.ts'

export const milestone: Template = {
  key: 'milestone',
  name: 'Celebrate a loyalty milestone',
  description:
    'Points for each visit; at 500 the guest becomes a regular and gets an e-mail, and the staff are notified.',
  definition: {
    trigger: { source: 'loyalty' },
    start: 'points',
    nodes: [
      {
        id: 'points',
        type: 'award_points',
        label: 'For the visit',
        points: 10,
        reason: 'A visit',
        next: 'reached',
      },
      {
        id: 'reached',
        type: 'branch',
        label: 'Have they got 500 points now?',
        cases: [
          {
            label: 'For the first time',
            when: {
              all: [
                { field: 'guest.points', operator: 'at_least', value: 500 },
                { field: 'guest.tags', operator: 'not_contains', value: 'regular' },
              ],
            },
            next: 'tag',
          },
        ],
        else: 'not-yet',
      },
      { id: 'tag', type: 'add_tag', tag: 'regular', next: 'notify' },
      {
        id: 'notify',
        type: 'send_email',
        label: 'You are a regular',
        subject: 'You are one of our regulars now',
        blocks: [
          {
            type: 'text',
            text: 'Dear {{ guest.name | default: "guest" }},\n\n{{ guest.points | number }} points: thank you for coming back so often. From now on a table is kept for you whenever we can.',
          },
        ],
        next: 'staff',
      },
      {
        id: 'staff',
        type: 'create_task',
        label: 'Notify the staff',
        title: '{{ guest.name | default: "A guest" }} is a regular now: say hello',
        description: 'They have {{ guest.points | number }} points.',
        due: { amount: 7, unit: 'days' },
        next: 'celebrated',
      },
      { id: 'celebrated', type: 'end', outcome: 'success', reason: 'Reached 500 points' },
      { id: 'not-yet', type: 'end', outcome: 'success', reason: 'On the way' },
    ],
  },
}
