import { phrase } from '../say.ts'
import type { VisitFacts } from '../visit.ts'

export type VisitFactName = keyof VisitFacts

/** A guest's facts over all venues, and at the venue of the run or event. */
export interface GuestVisits {
  readonly all: VisitFacts
  readonly here: VisitFacts
}

export const noVisitFacts: VisitFacts = {
  visits: 0,
  first_visit: null,
  last_visit: null,
  days_since_last_visit: null,
  spend: 0,
  spend_30_days: 0,
  spend_90_days: 0,
  spend_365_days: 0,
  average_spend: null,
  currency: null,
  favourite_venue: null,
  bookings: 0,
  no_shows: 0,
}

export const noVisits: GuestVisits = { all: noVisitFacts, here: noVisitFacts }

interface VisitFactRow {
  readonly name: VisitFactName
  readonly kind: 'number' | 'text'
  /** A text that is a date and time. */
  readonly isMoment?: true
  /** In the form. */
  readonly label: string
  /** In a sentence, after "the guest's". */
  readonly words: string
}

/** Every fact that conditions, values and templates can use. */
export const visitFactRows: readonly VisitFactRow[] = [
  { name: 'visits', kind: 'number', label: phrase`Guest: visits`, words: phrase`number of visits` },
  {
    name: 'first_visit',
    kind: 'text',
    isMoment: true,
    label: phrase`Guest: first visit`,
    words: phrase`first visit`,
  },
  {
    name: 'last_visit',
    kind: 'text',
    isMoment: true,
    label: phrase`Guest: last visit`,
    words: phrase`last visit`,
  },
  {
    name: 'days_since_last_visit',
    kind: 'number',
    label: phrase`Guest: days since last visit`,
    words: phrase`number of days since the last visit`,
  },
  { name: 'spend', kind: 'number', label: phrase`Guest: spend`, words: phrase`spend` },
  {
    name: 'spend_30_days',
    kind: 'number',
    label: phrase`Guest: spend in 30 days`,
    words: phrase`spend in the last 30 days`,
  },
  {
    name: 'spend_90_days',
    kind: 'number',
    label: phrase`Guest: spend in 90 days`,
    words: phrase`spend in the last 90 days`,
  },
  {
    name: 'spend_365_days',
    kind: 'number',
    label: phrase`Guest: spend in 365 days`,
    words: phrase`spend in the last 365 days`,
  },
  {
    name: 'average_spend',
    kind: 'number',
    label: phrase`Guest: average spend`,
    words: phrase`average spend`,
  },
  {
    name: 'currency',
    kind: 'text',
    label: phrase`Guest: currency of spend`,
    words: phrase`currency of spend`,
  },
  {
    name: 'favourite_venue',
    kind: 'text',
    label: phrase`Guest: favourite venue`,
    words: phrase`favourite venue`,
  },
  { name: 'bookings', kind: 'number', label: phrase`Guest: bookings`, words: phrase`number of bookings` },
  { name: 'no_shows', kind: 'number', label: phrase`Guest: no-shows`, words: phrase`number of no-shows` },
]

/** The same at one venue: which venue is the favourite there is no question. */
export const visitFactRowsHere: readonly VisitFactRow[] = visitFactRows.filter(
  ({ name }) => name !== 'favourite_venue',
)
