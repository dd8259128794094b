import { type Static, Type } from 'typebox'
import { AnyObject, nullable, Timestamp, Uuid, words } from './common.ts'

/**
 * Long work that a member starts and watches: a replay of stored events into a workflow, a comparison of a draft with
 * the live version, a rebuild of the ledger of visits, an import of guests, or a repair of what a connection made.
 */

const closed = { additionalProperties: false } as const
const Counts = Type.Record(Type.String(), Type.Integer())

export const Job = Type.Object(
  {
    id: Uuid,
    kind: words(['push', 'comparison', 'retry', 'visits', 'import', 'repair']),
    workflow_id: nullable(Uuid),
    status: words(['running', 'done', 'failed', 'cancelled']),
    progress: AnyObject,
    result: nullable(AnyObject),
    actor: Type.String(),
    created_at: Timestamp,
    finished_at: nullable(Timestamp),
  },
  { $id: 'Job', title: 'Something long that a person started' },
)
export type Job = Static<typeof Job>

export const ReplayRange = Type.Object(
  { since: Timestamp, until: Type.Optional(Timestamp) },
  { $id: 'ReplayRange', title: 'Events of which time', ...closed },
)
export type ReplayRange = Static<typeof ReplayRange>

export const ReplayRequest = Type.Object(
  {
    ...ReplayRange.properties,
    pace: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 60_000, description: 'Runs a minute. Default 600.' }),
    ),
  },
  { $id: 'ReplayRequest', title: 'Replay unmatched events through a workflow', ...closed },
)
export type ReplayRequest = Static<typeof ReplayRequest>

export const ReplayEstimate = Type.Object(
  {
    events: Type.Integer({ description: 'Unrouted events of the source that the workflow listens to.' }),
    runs: Type.Integer({ description: 'How many of them would start a run now.' }),
    guests: Type.Integer({ description: 'Of how many guests.' }),
    skipped: Type.Unsafe<Record<string, number>>({
      ...Counts,
      description: 'The others, by the reason why not.',
    }),
    complete: Type.Boolean({ description: 'false: there are more events than were looked at.' }),
  },
  { $id: 'ReplayEstimate', title: 'What a replay would do' },
)
export type ReplayEstimate = Static<typeof ReplayEstimate>

export const ReplayProgress = Type.Object({
  event_id: nullable(Uuid, 'The last event that was looked at.'),
  events: Type.Integer(),
  runs: Type.Integer(),
  skipped: Counts,
})
export type ReplayProgress = Static<typeof ReplayProgress>

export const RebuildProgress = Type.Object({
  event_id: nullable(Uuid, 'The last event that was looked at.'),
  events: Type.Integer({ description: 'Events of the source.' }),
  entries: Type.Integer({ description: 'Entries of the ledger that were added, changed or removed.' }),
})
export type RebuildProgress = Static<typeof RebuildProgress>

export const RepairProgress = Type.Object({
  delivery_id: nullable(Uuid, 'The last delivery that was looked at.'),
  deliveries: Type.Integer(),
  total: Type.Integer(),
})
export type RepairProgress = Static<typeof RepairProgress>

/** Of a comparison: how many events would be new, changed or gone. Of its application: how many were made. */
export const RepairResult = Type.Object({
  deliveries: Type.Integer(),
  new: Type.Optional(Type.Integer()),
  changed: Type.Optional(Type.Integer()),
  gone: Type.Optional(Type.Integer()),
  made: Type.Optional(Type.Integer()),
})
export type RepairResult = Static<typeof RepairResult>

export const ComparisonRequest = Type.Object(
  { days: Type.Integer({ minimum: 1, maximum: 365 }) },
  { $id: 'ComparisonRequest', title: 'Over how many days', ...closed },
)
export type ComparisonRequest = Static<typeof ComparisonRequest>

/** What one of the two documents would have done. */
export const Tally = Type.Object({
  considered: Type.Integer({
    description: 'Events of the source that its trigger listens to, or guests who were due by the clock.',
  }),
  entries: Type.Integer(),
  skipped: Counts,
  messages: Type.Record(Type.String(), Counts, {
    description: 'By serial, "" for none, and then by channel.',
  }),
  points: Type.Object({ awarded: Type.Integer(), taken: Type.Integer() }),
  tasks: Type.Integer(),
  ends: Type.Record(Type.String(), Type.Integer(), {
    description: 'By outcome; failed for a technical fault, waiting for a run that did not come to an end.',
  }),
  nodes: Type.Record(Type.String(), Type.Integer(), { description: 'How many runs came by each node.' }),
})
export type Tally = Static<typeof Tally>

export const ComparisonProgress = Type.Object({
  event_id: nullable(Uuid),
  events: Type.Integer(),
  total: Type.Integer({ description: 'About how many events there are.' }),
  draft: Tally,
  live: nullable(Tally),
})
export type ComparisonProgress = Static<typeof ComparisonProgress>

const Guests = Type.Object({ count: Type.Integer(), sample: Type.Array(Uuid) })

export const ComparisonResult = Type.Object(
  {
    events: Type.Integer(),
    since: Timestamp,
    until: Timestamp,
    draft: Type.Object({ ...Tally.properties, guests: Type.Integer() }),
    live: nullable(Type.Object({ ...Tally.properties, guests: Type.Integer() }), 'null: never published.'),
    difference: Type.Object({
      entries: Type.Integer(),
      only_draft: Guests,
      only_live: Guests,
      messages: Type.Record(Type.String(), Counts),
      points: Type.Integer(),
    }),
    notes: Type.Array(Type.String(), { description: 'How it was reckoned.' }),
  },
  { $id: 'ComparisonResult', title: 'A draft against what is live' },
)
export type ComparisonResult = Static<typeof ComparisonResult>
