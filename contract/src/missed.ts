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

export const MissedDecision = Type.Object(
  {
    decision: words(['start', 'let_go'], {
      description: 'start: they are started now, by the conditions and limits of the live version.',
    }),
    guests: Type.Optional(
      Type.Array(Uuid, { minItems: 1, maxItems: 1_000, description: 'Only these guests. Absent: all.' }),
    ),
  },
  { additionalProperties: false },
)
export type MissedDecision = Static<typeof MissedDecision>

export const MissedDecided = Type.Object({
  message: Type.String(),
  decided: Type.Integer({ minimum: 0, description: 'How many. A repeated request finds none.' }),
})
