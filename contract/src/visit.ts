import { type Static, Type } from 'typebox'
import { nullable, Timestamp, Uuid } from './common.ts'

/** What the ledger of visits says about a guest, at all venues or at one, at the moment of reading. */
export const VisitFacts = Type.Object(
  {
    visits: Type.Integer({ minimum: 0 }),
    first_visit: nullable(Timestamp),
    last_visit: nullable(Timestamp),
    days_since_last_visit: nullable(Type.Integer({ minimum: 0 }), 'Full days of 24 hours.'),
    spend: Type.Number({ description: 'The amounts of visits, less refunds.' }),
    spend_30_days: Type.Number(),
    spend_90_days: Type.Number(),
    spend_365_days: Type.Number(),
    average_spend: nullable(
      Type.Number(),
      'Spend divided by the visits that have an amount, to two decimals; null if none has.',
    ),
    currency: nullable(
      Type.String(),
      'The currency of most amounts. Amounts in other currencies are not in the spend.',
    ),
    favourite_venue: nullable(Type.String(), 'The serial of the venue with most visits.'),
    bookings: Type.Integer({ minimum: 0 }),
    no_shows: Type.Integer({ minimum: 0 }),
  },
  { $id: 'VisitFacts', title: 'Facts about the visits of a guest' },
)
export type VisitFacts = Static<typeof VisitFacts>

export const GuestFactsAnswer = Type.Object(
  {
    message: Type.String(),
    organisation_registration_id: Uuid,
    serial: nullable(Type.String(), 'null: over all venues.'),
    facts: VisitFacts,
  },
  { $id: 'GuestFactsAnswer', title: 'The facts about the visits of a guest' },
)
export type GuestFactsAnswer = Static<typeof GuestFactsAnswer>
