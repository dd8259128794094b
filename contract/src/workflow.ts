import { type Static, Type } from 'typebox'
import { Duration } from './calendar.ts'
import { ListLinks, nullable, Timestamp, Uuid, words } from './common.ts'
import { Condition, Scalar } from './condition.ts'
import { listenedEvent } from './listened-event.ts'
import { NodeId, WorkflowNode } from './node.ts'

/** The document of a workflow: what a version stores, what the engine runs, what a file contains. */

export const ReEntry = Type.Object(
  {
    /** null: once and never again. */
    within: Type.Union([Duration, Type.Null()]),
    per: words(['guest', 'guest_and_venue']),
  },
  { additionalProperties: false },
)
export type ReEntry = Static<typeof ReEntry>

export const Trigger = Type.Object(
  {
    /** The sending service; null listens to events without a source. */
    source: Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()]),
    /**
     * true: it hears of the events of its source beside the workflow that they are directed to. Each source has one
     * workflow that its events are directed to, and any number of listeners.
     */
    listener: Type.Optional(Type.Boolean()),
    when: Type.Optional(Condition),
    /** Serials of its venues. Absent: all venues. */
    venues: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 12 }), { minItems: 1, maxItems: 1000 }),
    ),
    re_entry: Type.Optional(ReEntry),
  },
  { additionalProperties: false },
)
export type Trigger = Static<typeof Trigger>

/** A named value for conditions and templates; venues may have their own. */
export const Variable = Type.Object(
  {
    key: Type.String({ pattern: '^[a-z][a-z0-9_]{0,49}$' }),
    value: Scalar,
    venues: Type.Optional(Type.Record(Type.String({ minLength: 1, maxLength: 12 }), Scalar)),
  },
  { additionalProperties: false },
)
export type Variable = Static<typeof Variable>

/** What ends a run at once, at any step: an event of the guest, or a change of the guest. */
export const Exit = Type.Union([
  Type.Object(
    {
      on: Type.Literal('event'),
      label: Type.Optional(Type.String({ maxLength: 200 })),
      ...listenedEvent,
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      on: Type.Literal('guest'),
      label: Type.Optional(Type.String({ maxLength: 200 })),
      when: Condition,
    },
    { additionalProperties: false },
  ),
])
export type Exit = Static<typeof Exit>

export const WorkflowDefinition = Type.Object(
  {
    trigger: Trigger,
    variables: Type.Optional(Type.Array(Variable, { maxItems: 100 })),
    exits: Type.Optional(Type.Array(Exit, { maxItems: 20 })),
    start: NodeId,
    nodes: Type.Array(WorkflowNode, { minItems: 1, maxItems: 500 }),
  },
  { additionalProperties: false },
)
export type WorkflowDefinition = Static<typeof WorkflowDefinition>

export const workflowStatuses = ['draft', 'active', 'paused', 'cancelled'] as const
export const WorkflowStatus = words(workflowStatuses)
export type WorkflowStatus = Static<typeof WorkflowStatus>

export const Workflow = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    description: Type.String(),
    status: WorkflowStatus,
    source: nullable(
      Type.String(),
      'The source that its live version listens to; null for events that name none, and before the first publication.',
    ),
    listener: Type.Boolean({
      description:
        'Whether it hears of the events of its source beside the workflow that they are directed to.',
    }),
    version: nullable(
      Type.Integer({ minimum: 1 }),
      'The version that new runs start on; null before the first publication.',
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: 'Workflow', title: 'Workflow' },
)
export type Workflow = Static<typeof Workflow>

export const WorkflowAnswer = Type.Object(
  { message: Type.String(), workflow: Workflow },
  { $id: 'WorkflowAnswer', title: 'Answer about one workflow' },
)

export const WorkflowList = Type.Object(
  { data: Type.Array(Workflow), links: ListLinks },
  { $id: 'WorkflowList', title: 'A page of workflows' },
)
