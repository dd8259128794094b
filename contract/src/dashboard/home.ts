import { type Static, Type } from 'typebox'
import { nullable, Timestamp, Uuid, words } from '../common.ts'

export const HomeRange = words(['24h', '7d', '28d'], { description: 'Default: 24h.' })
export type HomeRange = Static<typeof HomeRange>

const Counts = Type.Record(Type.String(), Type.Integer())

/** What happened in one hour or day. Runs are counted when they started, under their present status. */
export const Bucket = Type.Object({
  from: Timestamp,
  events: Type.Object({ routed: Type.Integer(), unrouted: Type.Integer() }),
  runs: Type.Object({
    success: Type.Integer(),
    failure: Type.Integer(),
    exited: Type.Integer(),
    failed: Type.Integer(),
    cancelled: Type.Integer(),
    /** Still open. */
    open: Type.Integer(),
  }),
  /** By channel and status. */
  messages: Type.Record(Type.String(), Counts),
  points: Type.Object({ awarded: Type.Integer(), taken: Type.Integer() }),
})
export type Bucket = Static<typeof Bucket>

export const Attention = Type.Object({
  kind: words([
    'loop_suspected',
    'runs_failed',
    'messages_retrying',
    'budget_spent',
    'source_drift',
    'events_unrouted',
    'key_ending',
    'connection_trouble',
    'provider_down',
  ]),
  sentence: Type.String(),
  count: nullable(Type.Integer(), 'Counted up to a thousand.'),
  workflow_id: nullable(Uuid),
  source: nullable(Type.String(), 'The empty text for events that name none.'),
  connection_id: nullable(Uuid),
})
export type Attention = Static<typeof Attention>

export const Checklist = Type.Object({
  venue_added: Type.Boolean(),
  guest_added: Type.Boolean(),
  workflow_published: Type.Boolean(),
  system_connected: Type.Boolean(),
  event_received: Type.Boolean(),
  run_finished: Type.Boolean(),
  done: Type.Boolean(),
})
export type Checklist = Static<typeof Checklist>

export const HomeChange = Type.Object({
  at: Timestamp,
  who: Type.String({ description: 'The name of a member, or what else changed it.' }),
  did: words(['published', 'paused', 'resumed', 'archived']),
  workflow_id: Uuid,
  workflow_name: Type.String(),
})
export type HomeChange = Static<typeof HomeChange>

/** Whether everything arrives, is worked on and stays within its limits. */
export const HomeHealth = Type.Object({
  sources: Type.Array(
    Type.Object({
      source: Type.String({ description: 'The empty text for events that name none.' }),
      venues: Type.Array(
        Type.Object({
          serial: Type.String(),
          name: Type.String(),
          last_seen_at: Timestamp,
          silent: Type.Boolean({ description: 'Nothing for two days.' }),
        }),
      ),
    }),
    {
      description:
        'Heard from in the last thirty days: the busiest, with the venues that are silent longest.',
    },
  ),
  venues: Type.Integer({ description: 'How many venues there are, shown or not.' }),
  silent: Type.Integer({ description: 'How many pairs of a source and a venue are silent, shown or not.' }),
  retrying: Type.Integer({ description: 'Messages that failed and are tried again, up to a thousand.' }),
  failed: Type.Integer({ description: 'Runs that failed in the last seven days, up to a thousand.' }),
  queue: Type.Object({
    waiting: Type.Integer({ description: 'Work that no worker has taken yet, up to a thousand.' }),
    oldest_at: nullable(Timestamp),
  }),
  budgets: Type.Array(
    Type.Object({ kind: words(['points', 'sms']), used: Type.Integer(), limit: Type.Integer() }),
    { description: 'Of today. Those without a limit are left out.' },
  ),
})
export type HomeHealth = Static<typeof HomeHealth>

export const Home = Type.Object({
  range: HomeRange,
  bucket: words(['hour', 'day']),
  time_zone: Type.String({ description: 'Whose days they are: the one of the organisation.' }),
  series: Type.Array(Bucket),
  totals: Type.Omit(Bucket, ['from']),
  before: Type.Omit(Bucket, ['from'], {
    description: 'The totals of the period before, up to the same time of its last hour or day.',
  }),
  checklist: Checklist,
  attention: Type.Array(Attention),
  health: HomeHealth,
  changes: Type.Array(HomeChange, { description: 'The last changes of workflows, newest first.' }),
})
export type Home = Static<typeof Home>
