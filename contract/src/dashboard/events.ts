import { type Static, Type } from 'typebox'
import { AnyObject, ListLinks, nullable, Timestamp, Uuid, words } from '../common.ts'
import { eventStatuses, IncomingEvent, Receipt } from '../event.ts'

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000-\\u001f]+$' })

export const eventFilter = {
  source: Type.Optional(Text(100)),
  /** Instead of a source: only events without a source. */
  sourceless: Type.Optional(words(['true'])),
  status: Type.Optional(words(eventStatuses)),
  guest_id: Type.Optional(Uuid),
  serial: Type.Optional(Text(12)),
  since: Type.Optional(Timestamp),
  until: Type.Optional(Timestamp),
}

export const EventInList = Type.Object({
  id: Uuid,
  guest_id: Uuid,
  guest_name: nullable(Type.String()),
  serials: Type.Array(Type.String()),
  source: nullable(Type.String()),
  parameters: AnyObject,
  status: words(eventStatuses),
  runs: Type.Integer({ description: 'How many it started.' }),
  skipped: Type.Integer({ description: 'How many workflows did not match.' }),
  created_at: Timestamp,
})
export type EventInList = Static<typeof EventInList>

export const EventPage = Type.Object({ data: Type.Array(EventInList), links: ListLinks })

/** What an event did to a run: started it, woke it, moved its wait, or was replayed into a workflow later. */
export const EventEffect = Type.Object({
  run_id: Uuid,
  workflow_id: Uuid,
  workflow_name: Type.String(),
  did: words(['started', 'woke', 'moved', 'pushed']),
  status: Type.String(),
})
export type EventEffect = Static<typeof EventEffect>

export const EventDetail = Type.Object({
  event: Receipt,
  guest_name: nullable(Type.String()),
  sentences: Type.Array(Type.String()),
  effects: Type.Array(EventEffect),
})
export type EventDetail = Static<typeof EventDetail>

export const TestEvent = Type.Object(
  {
    guest_id: Uuid,
    serials: IncomingEvent.properties.serials,
    parameters: IncomingEvent.properties.parameters,
    dry_run: Type.Optional(Type.Boolean({ description: 'The same answer, and nothing is stored.' })),
  },
  { additionalProperties: false },
)
export type TestEvent = Static<typeof TestEvent>

export const TestEventAnswer = Type.Object({
  message: Type.String(),
  event: Receipt,
  sentences: Type.Array(Type.String()),
})

export const UnroutedGroup = Type.Object({
  source: nullable(Type.String()),
  events: Type.Integer(),
  guests: Type.Integer(),
  first_at: Timestamp,
  last_at: Timestamp,
  /** The workflow that now listens to this source, if there is one. */
  workflow_id: nullable(Uuid),
  workflow_name: nullable(Type.String()),
})
export type UnroutedGroup = Static<typeof UnroutedGroup>

export const UnroutedSource = Type.Object({
  ...UnroutedGroup.properties,
  pushed: Type.Integer({ description: 'How many of them were replayed through this workflow later.' }),
})
export type UnroutedSource = Static<typeof UnroutedSource>

export const UnroutedInbox = Type.Object({
  data: Type.Array(UnroutedSource),
  since: Timestamp,
  /** There are more than were examined; the newest ones were. */
  more: Type.Boolean(),
})
