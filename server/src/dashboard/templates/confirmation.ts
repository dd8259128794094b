import type { Template } from './template.ts'

export const confirmation: Template = {
  key: 'confirmation',
  name: 'Confirm a booking',
  description:
    'By e-mail, at once and at any hour. It is about what the guest asked for, so it needs no consent to marketing.',
  definition: {
    trigger: { source: 'bookings', listener: true },
    start: 'confirm',
    nodes: [
      {
        id: 'confirm',
        type: 'send_email',
        class: 'transactional',
        label: 'Confirmation',
        subject: 'Your table is booked{% if venue.name %} at {{ venue.name }}{% endif %}',
        blocks: [
          {
            type: 'text',
            text: 'Hello {{ guest.name | default: "there" }},\n\nWe look forward to seeing you on {{ event.parameters.booked_for | date: "full" }}.',
          },
        ],
        next: 'done',
      },
      { id: 'done', type: 'end', outcome: 'success' },
    ],
  },
}
