import type { Template } from './template.ts'

export const noShow: Template = {
  key: 'no-show',
  name: 'Notice a booking that nobody came to',
  description:
    'No visit within three hours after a booking: a tag, and a task for the venue. When the last two of these were is kept with the guest. Needs a source whose events are visits.',
  definition: {
    trigger: { source: 'bookings', listener: true },
    exits: [{ on: 'event', label: 'Cancelled', source: 'booking-cancelled', match: ['booking_id'] }],
    start: 'after',
    nodes: [
      {
        id: 'after',
        type: 'wait',
        label: 'Three hours after it',
        until: { moment: { field: 'event.parameters.booked_for', after: { amount: 3, unit: 'hours' } } },
        moves: [{ label: 'Moved', source: 'booking-moved', match: ['booking_id'] }],
        next: 'came',
      },
      {
        id: 'came',
        type: 'branch',
        label: 'Did they come?',
        cases: [
          {
            label: 'Yes',
            when: {
              field: 'guest.facts.last_visit',
              operator: 'after',
              value: { field: 'event.parameters.booked_for', before: { amount: 1, unit: 'hours' } },
            },
            next: 'was-there',
          },
        ],
        else: 'tag',
      },
      { id: 'tag', type: 'add_tag', tag: 'no-show', next: 'before' },
      {
        id: 'before',
        type: 'update_guest',
        label: 'Keep when the one before was',
        changes: [
          {
            field: 'attributes.no_show_before',
            value: { moment: { field: 'guest.attributes.last_no_show' } },
          },
        ],
        next: 'last',
      },
      {
        id: 'last',
        type: 'update_guest',
        label: 'And this one',
        changes: [
          {
            field: 'attributes.last_no_show',
            value: { moment: { field: 'event.parameters.booked_for' } },
          },
        ],
        next: 'task',
      },
      {
        id: 'task',
        type: 'create_task',
        label: 'Call the guest',
        title: '{{ guest.name | default: "A guest" }} did not come: ask whether all is well',
        description: 'Booked for {{ event.parameters.booked_for | date: "full" }}.',
        assignee: 'Duty manager',
        due: { amount: 1, unit: 'days' },
        next: 'missed',
      },
      { id: 'was-there', type: 'end', outcome: 'success', reason: 'Came' },
      { id: 'missed', type: 'end', outcome: 'failure', reason: 'Did not come' },
    ],
  },
}
