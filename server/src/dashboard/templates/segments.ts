import type { Template } from './template.ts'

type Segment = NonNullable<Template['segment']>

export const regulars: Segment = {
  name: 'Regulars',
  condition: {
    all: [
      { field: 'guest.facts.visits', operator: 'at_least', value: 3 },
      { field: 'guest.facts.days_since_last_visit', operator: 'at_most', value: 90 },
    ],
  },
}

export const goldGuests: Segment = {
  name: 'Gold',
  condition: {
    any: [
      { field: 'guest.events.visits.last_365_days', operator: 'at_least', value: 10 },
      { field: 'guest.facts.spend_365_days', operator: 'at_least', value: 1_000 },
    ],
  },
}
