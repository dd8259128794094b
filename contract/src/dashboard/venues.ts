import { type Static, Type } from 'typebox'
import { ListLinks, nullable, Timestamp, Uuid } from '../common.ts'
import { PlainScalar } from '../condition.ts'
import { Role } from '../member.ts'
import { ManagedVenue, NewVenue as NewVenueNamed, VenueChange } from '../venue.ts'
import { Variable, WorkflowStatus } from '../workflow.ts'
import { plain } from './plain.ts'

export const OwnVenue = plain(ManagedVenue)
export const NewVenue = plain(NewVenueNamed)
export const Change = plain(VenueChange)

/** The filter of the list and of its file. */
export const venueFilter = {
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000]+$' })),
}

export const VenuePage = Type.Object({ data: Type.Array(OwnVenue), links: ListLinks })
export const VenueAnswer = Type.Object({ message: Type.String(), venue: OwnVenue })

/** What happened at a venue lately, and who looks after it. */
export const VenueActivity = Type.Object({
  days: Type.Array(
    Type.Object({
      from: Timestamp,
      events: Type.Integer(),
      runs: Type.Integer({ description: 'That its events started.' }),
      success: Type.Integer({ description: 'Those of them that succeeded.' }),
    }),
    { description: 'The last 28 days by the clock of the venue, oldest first; the last is today.' },
  ),
  visits: nullable(
    Type.Object({
      count: Type.Integer(),
      spend: Type.Array(Type.Object({ amount: Type.Number(), currency: nullable(Type.String()) }), {
        description: 'In each currency, less refunds.',
      }),
    }),
    'Of the same days, as the ledger has them; null: counting them would take too long.',
  ),
  sources: Type.Array(
    Type.Object({
      source: Type.String({ description: 'The empty text for events that name none.' }),
      last_seen_at: Timestamp,
    }),
    { description: 'Whose events named it, the latest first.' },
  ),
  open_tasks: Type.Integer({ description: 'Up to a thousand.' }),
  overdue_tasks: Type.Integer(),
  members: Type.Array(Type.Object({ id: Uuid, name: Type.String(), email: Type.String(), role: Role }), {
    description: 'Those who are limited to some venues, this one among them.',
  }),
  members_of_all: Type.Integer({ description: 'How many members see all venues.' }),
})
export type VenueActivity = Static<typeof VenueActivity>

/** A workflow with variables, and their values in its draft for one venue. */
export const WorkflowAtVenue = Type.Object({
  workflow_id: Uuid,
  name: Type.String(),
  status: WorkflowStatus,
  unpublished: Type.Boolean({ description: 'Whether its draft is another document than what is live.' }),
  variables: Type.Array(
    Type.Object({
      key: Type.String(),
      value: PlainScalar,
      /** Absent where the venue uses the general value. */
      own: Type.Optional(PlainScalar),
    }),
  ),
})
export type WorkflowAtVenue = Static<typeof WorkflowAtVenue>

export const WorkflowsAtVenue = Type.Object({ data: Type.Array(WorkflowAtVenue) })

/** All of the venue's own values in one workflow. A variable that is not named has its general value. */
export const OwnValues = Type.Object(
  { values: Type.Record(Variable.properties.key, PlainScalar, { additionalProperties: false }) },
  { additionalProperties: false },
)
export type OwnValues = Static<typeof OwnValues>
