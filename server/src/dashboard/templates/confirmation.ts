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
        html:
          '<p>Hello {{ guest.name | default: "there" }},</p>\n' +
          '<p>we look forward to seeing you on {{ event.parameters.booked_for | date: "full" }}.</p>',
        next: 'done',
      },
      { id: 'done', type: 'end', outcome: 'success' },
    ],
  },
}
