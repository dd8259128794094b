import { type Static, Type } from 'typebox'
import { ListLinks, nullable, Timestamp, Uuid, words } from './common.ts'

/** Guests who were due while a workflow was paused or the server was off, until a person decides about them. */

export const missedReasons = ['workflow_paused', 'too_late'] as const
export type MissedBecause = (typeof missedReasons)[number]

export const MissedGuest = Type.Object({
  id: Uuid,
  guest_id: Uuid,
  guest_name: nullable(Type.String()),
  due_at: Timestamp,
  because: words(missedReasons, {
    description: 'The workflow was paused, or the server was off for too long.',
  }),
  serial: nullable(Type.String(), 'The venue at which the run would be.'),
})
export type MissedGuest = Static<typeof MissedGuest>

export const MissedGuestList = Type.Object({
  missed: Type.Integer({ minimum: 0, description: 'How many there are in all.' }),
  starting: Type.Integer({ minimum: 0, description: 'How many are about to be started.' }),
  data: Type.Array(MissedGuest),
  links: ListLinks,
})
export type MissedGuestList = Static<typeof MissedGuestList>

/** For integrators: without names. */
export const MissedOccasion = Type.Object(
  {
    id: Uuid,
    organisation_registration_id: Uuid,
    ...Type.Pick(MissedGuest, ['due_at', 'because', 'serial']).properties,
  },
  { $id: 'MissedOccasion', title: 'An occasion of a guest that was missed' },
)
export type MissedOccasion = Static<typeof MissedOccasion>

export const MissedOccasionList = Type.Object(
  { ...MissedGuestList.properties, data: Type.Array(MissedOccasion) },
  { $id: 'MissedOccasionList', title: 'A page of missed occasions' },
)

export const MissedDecision = Type.Object(
  {
    decision: words(['start', 'let_go'], {
      description: 'start: they are started now, by the conditions and limits of the live version.',
    }),
    guests: Type.Optional(
      nullable(Type.Array(Uuid, { minItems: 1, maxItems: 1_000 }), 'Only these guests. Absent or null: all.'),
    ),
  },
  {
    $id: 'MissedDecision',
    title: 'What becomes of guests who were missed',
    examples: [{ decision: 'start' }],
    additionalProperties: false,
  },
)
export type MissedDecision = Static<typeof MissedDecision>

export const MissedDecided = Type.Object(
  {
    message: Type.String(),
    decided: Type.Integer({
      minimum: 0,
      description: 'How many occasions. A repeated request finds none.',
    }),
  },
  { $id: 'MissedDecided', title: 'What was decided' },
)
