import { type Static, Type } from 'typebox'
import { ListLinks, nullable, Timestamp, Uuid, words } from './common.ts'

/** A guest's activity over all workflows, as sentences. */
export const TimelineEntry = Type.Object(
  {
    kind: words(['event', 'run', 'step', 'message', 'click', 'points', 'consent', 'edit', 'merge', 'task']),
    at: Timestamp,
    sentence: Type.String(),
    /** Where to read more. */
    event_id: nullable(Uuid),
    run_id: nullable(Uuid),
    workflow_id: nullable(Uuid),
    workflow_name: nullable(Type.String()),
    serial: nullable(Type.String(), 'Its venue, whose time zone applies to its time.'),
  },
  { $id: 'TimelineEntry', title: 'Something that happened to a guest' },
)
export type TimelineEntry = Static<typeof TimelineEntry>

export const Timeline = Type.Object(
  { data: Type.Array(TimelineEntry), links: ListLinks },
  { $id: 'Timeline', title: 'A page of what happened to a guest, newest first' },
)
