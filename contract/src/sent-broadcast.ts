import { type Static, Type } from 'typebox'
import { nullable, Timestamp, Uuid, words } from './common.ts'

/** The broadcasts of a workflow, and whom the next one would reach. */

const closed = { additionalProperties: false }

export const BroadcastState = words(['sending', 'paused', 'stopped', 'done', 'missed'])
export type BroadcastState = Static<typeof BroadcastState>

const many = (about: { description?: string } = {}) => Type.Integer({ minimum: 0, ...about })

const ByReason = Type.Record(Type.String(), many(), { description: 'How many, by reason.' })

export const Broadcast = Type.Object(
  {
    id: Uuid,
    state: BroadcastState,
    due_at: Timestamp,
    sent_by: nullable(Type.String(), 'null: its schedule.'),
    changed_by: nullable(Type.String(), 'Who paused, resumed or stopped it.'),
    ended_at: nullable(Timestamp),
    considered: many({ description: 'How many guests had their turn.' }),
    started: many({ description: 'For how many of them a run started.' }),
    skipped: ByReason,
    missed: many({ description: 'How many guests were in the segment when it was missed.' }),
    missed_because: nullable(words(['workflow_paused', 'too_late'])),
  },
  { $id: 'Broadcast', title: 'A broadcast, and how far it is' },
)
export type Broadcast = Static<typeof Broadcast>

export const BroadcastList = Type.Object(
  {
    data: Type.Array(Broadcast),
    is_sent_by_hand: Type.Boolean({ description: 'Whether someone sends the live version, and no clock.' }),
    next_at: nullable(Timestamp, 'When the live version is sent next; null: it has no time ahead.'),
    members: many({ description: 'How many guests are in the segment of the live version now.' }),
  },
  { $id: 'BroadcastList', title: 'The broadcasts of a workflow' },
)
export type BroadcastList = Static<typeof BroadcastList>

export const BroadcastAnswer = Type.Object(
  { message: Type.String(), id: Uuid },
  { $id: 'BroadcastAnswer', title: 'A broadcast is sent or changed' },
)

export const BroadcastTested = Type.Object({
  message: Type.String(),
  sent: many({ description: 'How many e-mails.' }),
})

export const BroadcastChange = Type.Object(
  {
    state: words(['sending', 'paused', 'stopped'], {
      description:
        'sending: one that is paused continues, and one that was missed is sent. stopped is for good.',
    }),
  },
  {
    $id: 'BroadcastChange',
    title: 'What a broadcast is to do',
    examples: [{ state: 'paused' }],
    ...closed,
  },
)

/** Before it is sent: whom it would reach, by what is known now. */
export const BroadcastEstimate = Type.Object(
  {
    members: many({ description: 'The guests in the segment.' }),
    is_sample: Type.Boolean({
      description: 'Whether only some of them were looked at: the rest is computed.',
    }),
    starts: many({ description: 'For how many of them a run would start.' }),
    capped: many({
      description:
        'How many of those would get no message, because they have had as many as the caps allow. As if every message were due ' +
        'now; quiet hours, which only delay, and the budget of SMS are not counted.',
    }),
    skipped: ByReason,
    next_at: nullable(
      Timestamp,
      'When it would be sent; null: when someone sends it, or its time has passed.',
    ),
    seconds: nullable(many(), 'How long its pace makes it take; null: it has none.'),
  },
  { $id: 'BroadcastEstimate', title: 'Whom a broadcast would reach' },
)
export type BroadcastEstimate = Static<typeof BroadcastEstimate>
