import type { Template } from './template.ts'

export const review: Template = {
  key: 'review',
  name: 'Ask for a review after a visit',
  description:
    'Two hours after a bill from 30, not again within 90 days: how was it? Up to three stars make a task for the manager, more are asked for a public review.',
  definition: {
    trigger: {
      source: 'bills',
      when: { field: 'event.parameters.spend', operator: 'at_least', value: 30 },
      re_entry: { within: { amount: 90, unit: 'days' }, per: 'guest' },
    },
    variables: [
      { key: 'review_link', value: 'https://example.com/review' },
      { key: 'public_link', value: 'https://example.com/public-review' },
    ],
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
        blocks: [
          {
            type: 'text',
            text: 'Hello {{ guest.name | default: "there" }},\n\nThank you for coming. How was it?',
          },
          { type: 'button', text: 'Give feedback', url: '{{ workflow.variables.review_link }}' },
        ],
        next: 'answer',
      },
      {
        id: 'answer',
        type: 'wait_for_event',
        label: 'Do they answer?',
        events: [
          {
            label: 'Up to three stars',
            source: 'reviews',
            when: { field: 'event.parameters.stars', operator: 'at_most', value: 3 },
            next: 'task',
          },
          { label: 'More', source: 'reviews', next: 'public' },
        ],
        timeout: { after: { amount: 5, unit: 'days' }, next: 'silent' },
      },
      {
        id: 'task',
        type: 'create_task',
        label: 'Call the guest',
        title: '{{ guest.name | default: "A guest" }} was not happy: call them',
        assignee: 'Manager',
        due: { amount: 1, unit: 'days' },
        next: 'unhappy',
      },
      {
        id: 'public',
        type: 'send_email',
        label: 'In public',
        subject: 'Would you say so in public?',
        blocks: [
          {
            type: 'text',
            text: 'Thank you, {{ guest.name | default: "dear guest" }}. A public review would help us a lot.',
          },
          { type: 'button', text: 'Write a review', url: '{{ workflow.variables.public_link }}' },
        ],
        next: 'done',
      },
      { id: 'done', type: 'end', outcome: 'success', reason: 'Asked for a public review' },
      { id: 'unhappy', type: 'end', outcome: 'failure', reason: 'Was not happy' },
      { id: 'silent', type: 'end', outcome: 'failure', reason: 'No review' },
    ],
  },
}
