import type { Template } from './template.ts'

/** Two missed bookings within a year: the no-show template writes down when the last two were. */
const missedTwo = {
  field: 'guest.attributes.no_show_before',
  operator: 'within_last',
  value: { amount: 365, unit: 'days' },
} as const

export const bookingReminder: Template = {
  key: 'booking-reminder',
  name: 'Remind of a booking',
  description:
    'A text 24 hours before the table is booked for. It follows when the booking is moved, ends when it is cancelled, and asks guests who missed two bookings within a year for a deposit instead.',
  definition: {
    trigger: { source: 'bookings' },
    exits: [{ on: 'event', label: 'Cancelled', source: 'booking-cancelled', match: ['booking_id'] }],
    start: 'day-before',
    nodes: [
      {
        id: 'day-before',
        type: 'wait',
        label: 'Until the day before',
        until: { moment: { field: 'event.parameters.booked_for', before: { amount: 24, unit: 'hours' } } },
        moves: [{ label: 'Moved', source: 'booking-moved', match: ['booking_id'] }],
        next: 'reliable',
        if_passed: 'late',
      },
      {
        id: 'reliable',
        type: 'branch',
        label: 'Have they missed two bookings within a year?',
        cases: [{ label: 'Yes', when: missedTwo, next: 'deposit' }],
        else: 'remind',
      },
      {
        id: 'remind',
        type: 'send_sms',
        class: 'transactional',
        label: 'Reminder',
        body: 'See you on {{ event.parameters.booked_for | date: "%A at %R" }}{% if venue.name %} at {{ venue.name }}{% endif %}, {{ guest.name | default: "dear guest" }}.',
        next: 'reminded',
      },
      {
        id: 'deposit',
        type: 'send_email',
        class: 'transactional',
        label: 'Ask for a deposit',
        subject: 'Please confirm your booking',
        blocks: [
          {
            type: 'text',
            text: 'Hello {{ guest.name | default: "there" }},\n\nYour table is booked for {{ event.parameters.booked_for | date: "full" }}. Please leave a small deposit to keep it.',
          },
        ],
        next: 'asked',
      },
      { id: 'reminded', type: 'end', outcome: 'success', reason: 'Reminded' },
      { id: 'asked', type: 'end', outcome: 'success', reason: 'Asked for a deposit' },
      { id: 'late', type: 'end', outcome: 'success', reason: 'Booked within a day' },
    ],
  },
}
