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
    variables: [{ key: 'public_link', value: 'https://example.com/public-review' }],
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
            text: 'Hello {{ guest.name | default: "there" }},\n\nThank you for coming.',
          },
          { type: 'question', text: 'How was it?', scale: 'stars' },
        ],
        next: 'answer',
      },
      {
        id: 'answer',
        type: 'wait_for_answer',
        label: 'Do they answer?',
        email: 'ask',
        next: 'stars',
        timeout: { after: { amount: 5, unit: 'days' }, next: 'silent' },
      },
      {
        id: 'stars',
        type: 'branch',
        label: 'How many stars?',
        cases: [
          {
            label: 'Up to three',
            when: { field: 'answers.ask', operator: 'at_most', value: 3 },
            next: 'task',
          },
        ],
        else: 'public',
      },
      {
        id: 'task',
        type: 'create_task',
        label: 'Call the guest',
        title: '{{ guest.name | default: "A guest" }} was not happy: call them',
        description: '{{ answers.ask }} of 5 stars',
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
      { id: 'silent', type: 'end', outcome: 'failure', reason: 'No answer' },
    ],
  },
}
