import { type Static, Type } from 'typebox'
import { ListLinks, nullable, Timestamp, Uuid, words } from './common.ts'
import { Condition } from './condition.ts'

/** The document that a workflow is: what a version stores, what the engine runs, what a file holds. */

const NodeId = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' })

const named = { id: NodeId, label: Type.Optional(Type.String({ maxLength: 200 })) }

const Unit = words(['seconds', 'minutes', 'hours', 'days'])
export type Unit = Static<typeof Unit>

export const Duration = Type.Object(
  { amount: Type.Integer({ minimum: 1, maximum: 100_000 }), unit: Unit },
  { additionalProperties: false },
)
export type Duration = Static<typeof Duration>

const BranchNode = Type.Object(
  {
    ...named,
    type: Type.Literal('branch'),
    /** Tried in order; the first whose condition holds is taken. */
    cases: Type.Array(
      Type.Object(
        { label: Type.Optional(Type.String({ maxLength: 200 })), when: Condition, next: NodeId },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 20 },
    ),
    else: NodeId,
  },
  { additionalProperties: false },
)

const AwardPointsNode = Type.Object(
  {
    ...named,
    type: Type.Literal('award_points'),
    /** Negative takes points away. */
    points: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }),
    reason: Type.Optional(Type.String({ maxLength: 200 })),
    next: NodeId,
  },
  { additionalProperties: false },
)

const AddTagNode = Type.Object(
  {
    ...named,
    type: Type.Literal('add_tag'),
    tag: Type.String({ minLength: 1, maxLength: 100 }),
    next: NodeId,
  },
  { additionalProperties: false },
)

const WaitNode = Type.Object(
  {
    ...named,
    type: Type.Literal('wait'),
    /** Either a length of time or a moment; which moment is decided when the run arrives. */
    until: Type.Union([
      Type.Object({ after: Duration }, { additionalProperties: false }),
      Type.Object({ at: Timestamp }, { additionalProperties: false }),
    ]),
    next: NodeId,
  },
  { additionalProperties: false },
)

const EndNode = Type.Object(
  {
    ...named,
    type: Type.Literal('end'),
    outcome: words(['success', 'failure']),
    reason: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
)

export const WorkflowNode = Type.Union([BranchNode, AwardPointsNode, AddTagNode, WaitNode, EndNode])
export type WorkflowNode = Static<typeof WorkflowNode>
export type NodeOf<T extends WorkflowNode['type']> = Extract<WorkflowNode, { type: T }>

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
    /** The sending service; null listens to events that name none. */
    source: Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()]),
    when: Type.Optional(Condition),
    /** Serials of the venues it is for; absent: all of them. */
    venues: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 12 }), { minItems: 1, maxItems: 1000 }),
    ),
    re_entry: Type.Optional(ReEntry),
  },
  { additionalProperties: false },
)
export type Trigger = Static<typeof Trigger>

export const WorkflowDefinition = Type.Object(
  {
    trigger: Trigger,
    start: NodeId,
    nodes: Type.Array(WorkflowNode, { minItems: 1, maxItems: 500 }),
  },
  { additionalProperties: false },
)
export type WorkflowDefinition = Static<typeof WorkflowDefinition>

export const WorkflowStatus = words(['draft', 'active', 'paused', 'cancelled'])
export type WorkflowStatus = Static<typeof WorkflowStatus>

export const Workflow = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    description: Type.String(),
    status: WorkflowStatus,
    source: nullable(Type.String(), 'The source it listens to; null for events that name none.'),
    version: nullable(
      Type.Integer(),
      'The version that new runs start on; null before the first publication.',
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: 'Workflow', title: 'Workflow' },
)
export type Workflow = Static<typeof Workflow>

export const WorkflowList = Type.Object(
  { data: Type.Array(Workflow), links: ListLinks },
  { $id: 'WorkflowList', title: 'A page of workflows' },
)
