import type { Template } from './template.ts'

export const review: Template = {
  key: 'review',
  name: 'Ask for a review after a visit',
  description: 'Two hours after the bill, for one visit a month: how was it? Points for those who answer.',
  definition: {
    trigger: {
      source: 'bills',
      when: { field: 'event.parameters.spend', operator: 'greater_than', value: 0 },
      re_entry: { within: { amount: 30, unit: 'days' }, per: 'guest' },
    },
    variables: [{ key: 'review_link', value: 'https://example.com/review' }],
    start: 'wait',
    nodes: [
      {
        id: 'wait',
        type: 'wait',
        label: 'Two hours',
        until: { after: { amount: 2, unit: 'hours' } },
        next: 'ask',
      },
      {
        id: 'ask',
        type: 'send_email',
        label: 'How was it?',
        subject: 'How was your visit{% if venue.name %} to {{ venue.name }}{% endif %}?',
        html:
          '<p>Hello {{ guest.name | default: "there" }},</p>\n' +
          '<p>thank you for coming. How was it? ' +
          '<a href="{{ workflow.variables.review_link }}">It takes a minute.</a></p>',
        next: 'answer',
      },
      {
        id: 'answer',
        type: 'wait_for_event',
        label: 'Do they answer?',
        events: [{ label: 'A review came', source: 'reviews', next: 'points' }],
        timeout: { after: { amount: 5, unit: 'days' }, next: 'silent' },
      },
      { id: 'points', type: 'award_points', points: 20, reason: 'Thank you for your review', next: 'done' },
      { id: 'done', type: 'end', outcome: 'success', reason: 'Reviewed' },
      { id: 'silent', type: 'end', outcome: 'failure', reason: 'No review' },
    ],
  },
}
