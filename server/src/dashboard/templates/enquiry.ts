import type { Template } from './template.ts'

export const enquiry: Template = {
  key: 'enquiry',
  name: 'Follow up an enquiry',
  description: 'No booking with the same enquiry_id within thirty minutes: an e-mail.',
  definition: {
    trigger: { source: 'enquiries' },
    start: 'booked',
    nodes: [
      {
        id: 'booked',
        type: 'wait_for_event',
        label: 'Do they book?',
        events: [{ label: 'Booked', source: 'bookings', match: ['enquiry_id'], next: 'done' }],
        timeout: { after: { amount: 30, unit: 'minutes' }, next: 'help' },
      },
      {
        id: 'help',
        type: 'send_email',
        label: 'Can we help?',
        subject: 'Your enquiry{% if venue.name %} at {{ venue.name }}{% endif %}',
        blocks: [
          {
            type: 'text',
            text: 'Hello {{ guest.name | default: "there" }},\n\nThank you for your enquiry. Shall we keep a table for you? Answer this e-mail and we will.',
          },
        ],
        next: 'open',
      },
      { id: 'done', type: 'end', outcome: 'success', reason: 'Booked' },
      { id: 'open', type: 'end', outcome: 'failure', reason: 'Not booked within thirty minutes' },
    ],
  },
}
