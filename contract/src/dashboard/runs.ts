import { type Static, Type } from 'typebox'
import { AnyObject, ListLinks, nullable, Timestamp, Uuid, words } from '../common.ts'
import { RunOutcome, RunStatus, WorkflowRun } from '../run.ts'
import { WholeMessage } from './outbox.ts'

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000-\\u001f]+$' })

/** The same filter for the list, its file, their count, and the bulk actions. */
export const runFilter = {
  workflow_id: Type.Optional(Uuid),
  status: Type.Optional(RunStatus),
  outcome: Type.Optional(RunOutcome),
  guest_id: Type.Optional(Uuid),
  node: Type.Optional(Text(64)),
  error: Type.Optional(Type.String({ ...Text(100), description: 'The code of the error.' })),
  since: Type.Optional(Timestamp),
  until: Type.Optional(Timestamp),
}

export const RunInList = Type.Object({
  ...WorkflowRun.properties,
  workflow_name: Type.String(),
  guest_name: nullable(Type.String()),
  serial: nullable(Type.String(), 'Its venue, whose time zone applies to its times.'),
})
export type RunInList = Static<typeof RunInList>

export const RunPage = Type.Object({ data: Type.Array(RunInList), links: ListLinks })

export const RunStep = Type.Object({
  position: Type.Integer(),
  node_id: Type.String(),
  label: nullable(Type.String()),
  type: Type.String(),
  status: words(['completed', 'skipped', 'failed', 'waiting']),
  attempt: Type.Integer(),
  sentence: Type.String({ description: 'What it did, or why it did not.' }),
  detail: AnyObject,
  started_at: Timestamp,
  finished_at: nullable(Timestamp),
  /** What the step sent, with every attempt. */
  message: Type.Optional(WholeMessage),
})
export type RunStep = Static<typeof RunStep>

/** Everything the inspector shows about a run. */
export const RunInspection = Type.Object({
  run: RunInList,
  guest: nullable(
    Type.Object({ id: Uuid, name: nullable(Type.String()), email: nullable(Type.String()) }),
    'null: erased.',
  ),
  input: AnyObject,
  definition: nullable(AnyObject, 'The document of the version that it runs on.'),
  steps: Type.Array(RunStep),
  points: Type.Array(
    Type.Object({
      node_id: Type.String(),
      points: Type.Integer(),
      reason: nullable(Type.String()),
      created_at: Timestamp,
    }),
  ),
  tasks: Type.Array(
    Type.Object({ id: Uuid, node_id: Type.String(), title: Type.String(), status: Type.String() }),
  ),
})
export type RunInspection = Static<typeof RunInspection>

/** How many there are, shown before a bulk action. */
export const RunCount = Type.Object({
  runs: Type.Integer(),
  guests: Type.Integer(),
  more: Type.Boolean({ description: 'There are more than were counted.' }),
})
export type RunCount = Static<typeof RunCount>

const { status: _any, outcome: _none, ...chosen } = runFilter
const cursor = Type.Optional(
  Type.String({ minLength: 1, maxLength: 500, description: 'From the answer before: where to continue.' }),
)

/** Which failed runs to retry. */
export const BulkRetry = Type.Object({ ...chosen, cursor }, { additionalProperties: false })
export type BulkRetry = Static<typeof BulkRetry>

/** Which runs to cancel: only those of one status, so that nobody cancels more than they intended. */
export const BulkCancel = Type.Object(
  { status: words(['queued', 'running', 'waiting', 'paused']), ...chosen, cursor },
  { additionalProperties: false },
)
export type BulkCancel = Static<typeof BulkCancel>

/** The result for one portion of them. */
export const BulkAnswer = Type.Object({
  message: Type.String(),
  done: Type.Integer(),
  left: Type.Integer({ description: 'How many had become something else meanwhile, and were left alone.' }),
  cursor: nullable(Type.String(), 'To be sent with the next request; null: that was all.'),
})
export type BulkAnswer = Static<typeof BulkAnswer>
