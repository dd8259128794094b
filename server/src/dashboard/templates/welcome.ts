import type { Template } from './template.ts'

export const welcome: Template = {
  key: 'welcome',
  name: 'Welcome after the first visit',
  description:
    'The morning after a first visit: thanks by e-mail, and points. A week later an offer, unless they came again. Needs a source whose events are visits.',
  definition: {
    trigger: {
      source: 'visits',
      when: { field: 'guest.facts.visits', operator: 'equals', value: 1 },
      re_entry: { within: null, per: 'guest' },
    },
    variables: [
      { key: 'welcome_points', value: 50 },
      { key: 'offer', value: 'a dessert on the house' },
    ],
    start: 'morning',
    nodes: [
      {
        id: 'morning',
        type: 'wait',
        label: 'Until the next morning',
        until: {
          moment: {
            field: 'guest.facts.first_visit',
            after: { amount: 1, unit: 'days' },
            time: '10:00',
          },
        },
        next: 'points',
      },
      {
        id: 'points',
        type: 'award_points',
        label: 'Welcome points',
        points: 50,
        reason: 'Welcome',
        next: 'thanks',
      },
      {
        id: 'thanks',
        type: 'send_email',
        label: 'Welcome',
        subject: 'Lovely to have met you{% if guest.name %}, {{ guest.name }}{% endif %}',
        blocks: [
          {
            type: 'text',
            text: 'Hello {{ guest.name | default: "there" }},\n\nThank you for your first visit{% if venue.name %} to {{ venue.name }}{% endif %}. {{ workflow.variables.welcome_points }} points are waiting for your next one.',
          },
        ],
        next: 'tag',
      },
      { id: 'tag', type: 'add_tag', tag: 'welcomed', next: 'week' },
      {
        id: 'week',
        type: 'wait',
        label: 'A week',
        until: { after: { amount: 7, unit: 'days' } },
        next: 'again',
      },
      {
        id: 'again',
        type: 'branch',
        label: 'Came again?',
        cases: [
          {
            label: 'Yes',
            when: { field: 'guest.facts.visits', operator: 'at_least', value: 2 },
            next: 'returned',
          },
        ],
        else: 'offer',
      },
      { id: 'returned', type: 'end', outcome: 'success', reason: 'Came again' },
      {
        id: 'offer',
        type: 'send_email',
        label: 'An offer',
        subject: 'Something for your second visit',
        blocks: [
          {
            type: 'text',
            text: 'Hello {{ guest.name | default: "there" }},\n\nCome again soon: {{ workflow.variables.offer }}.',
          },
        ],
        next: 'done',
      },
      { id: 'done', type: 'end', outcome: 'success', reason: 'Welcomed' },
    ],
  },
}
