import { type Static, Type } from 'typebox'
import { BroadcastRule } from './broadcast.ts'
import { Duration, TimeOfDay } from './calendar.ts'
import { ListLinks, nullable, Timestamp, Uuid, words } from './common.ts'
import { Condition, Scalar } from './condition.ts'
import { listenedEvent } from './listened-event.ts'
import { NodeId, WorkflowNode } from './node.ts'
import { Languages } from './translation.ts'

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

/** What every trigger may have besides what starts it. */
const limits = {
  when: Type.Optional(Condition),
  /** Serials of its venues. Absent: all venues. */
  venues: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 12 }), { minItems: 1, maxItems: 1000 }),
  ),
  re_entry: Type.Optional(ReEntry),
}

export const EventTrigger = Type.Object(
  {
    /** The sending service; null listens to events without a source. */
    source: Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()]),
    /**
     * true: it hears of the events of its source beside the workflow that they are directed to. Each source has one
     * workflow that its events are directed to, and any number of listeners.
     */
    listener: Type.Optional(Type.Boolean()),
    ...limits,
  },
  { additionalProperties: false },
)
export type EventTrigger = Static<typeof EventTrigger>

/** What happens to guests who were due while the server was off. Absent: skip. */
const ifLate = Type.Optional(words(['skip', 'start']))

/** At which time of day guests are considered, by the clock of the venue or the organisation. */
const daily = { time: TimeOfDay, if_late: ifLate }

const days = Type.Optional(Type.Integer({ minimum: 1, maximum: 365 }))
const hours = Type.Optional(Type.Integer({ minimum: 1, maximum: 8_760 }))

/** Facts about visits that are dates. */
export const dateFacts = ['first_visit', 'last_visit'] as const
export type DateFact = (typeof dateFacts)[number]

/** A date of the guest, such as a birthday: one of their attributes, or a fact about their visits. */
export const DateRule = Type.Object(
  {
    /** The guest's attribute that has the date. */
    attribute: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    fact: Type.Optional(words(dateFacts)),
    /** yearly: on every anniversary of the date. never: on the date itself. */
    repeats: words(['yearly', 'never']),
    /** At most one of the four. */
    days_before: days,
    days_after: days,
    hours_before: hours,
    hours_after: hours,
    /** Absent where it is by the hour. */
    time: Type.Optional(TimeOfDay),
    if_late: ifLate,
  },
  { additionalProperties: false },
)
export type DateRule = Static<typeof DateRule>

/** By how many hours the guest is due after the date, negative before it; undefined where it is by the day. */
export const hoursAfter = ({ hours_before, hours_after }: DateRule): number | undefined =>
  hours_before === undefined ? hours_after : -hours_before

/** What the date is called. */
export const dateName = ({ attribute, fact }: DateRule): string =>
  fact === undefined ? (attribute ?? '') : fact.replace('_', ' ')

export const DateTrigger = Type.Object({ date: DateRule, ...limits }, { additionalProperties: false })
export type DateTrigger = Static<typeof DateTrigger>

/** So many days without a visit, or without an event of named sources, by the ledger of visits. */
export const AbsenceRule = Type.Object(
  {
    days: Type.Integer({ minimum: 1, maximum: 3_650 }),
    /** Whose events end an absence, whatever they mean. Absent: those of all sources that send visits. */
    sources: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 20 }),
    ),
    ...daily,
  },
  { additionalProperties: false },
)
export type AbsenceRule = Static<typeof AbsenceRule>

export const AbsenceTrigger = Type.Object(
  { absence: AbsenceRule, ...limits },
  { additionalProperties: false },
)
export type AbsenceTrigger = Static<typeof AbsenceTrigger>

/** The guests who enter a segment, or leave it. */
export const SegmentRule = Type.Object(
  {
    id: Uuid,
    on: words(['enters', 'leaves']),
    /** What happens to the guests who are in it when the workflow is published. Absent: skip. */
    already_in: Type.Optional(words(['skip', 'start'])),
  },
  { additionalProperties: false },
)
export type SegmentRule = Static<typeof SegmentRule>

export const SegmentTrigger = Type.Object(
  { segment: SegmentRule, ...limits },
  { additionalProperties: false },
)
export type SegmentTrigger = Static<typeof SegmentTrigger>

export const BroadcastTrigger = Type.Object(
  { broadcast: BroadcastRule, ...limits },
  { additionalProperties: false },
)
export type BroadcastTrigger = Static<typeof BroadcastTrigger>

/** Exactly one of its variants: an event, a date of the guest, their absence, a segment, or a broadcast to one. */
export const Trigger = Type.Union([
  EventTrigger,
  DateTrigger,
  AbsenceTrigger,
  SegmentTrigger,
  BroadcastTrigger,
])
export type Trigger = Static<typeof Trigger>

export const triggerKinds = ['event', 'date', 'absence', 'segment', 'broadcast'] as const
export type TriggerKind = (typeof triggerKinds)[number]

export function triggerKind(trigger: Trigger): TriggerKind {
  if ('segment' in trigger) return 'segment'
  if ('broadcast' in trigger) return 'broadcast'
  return 'date' in trigger ? 'date' : 'absence' in trigger ? 'absence' : 'event'
}

/** A trigger that considers guests once a day, or by the hour. */
export type DailyTrigger = DateTrigger | AbsenceTrigger

/** A trigger that no event fires: workers look for the guests who are due. */
export type ScheduledTrigger = DailyTrigger | SegmentTrigger | BroadcastTrigger

export const isScheduled = (trigger: Trigger): trigger is ScheduledTrigger => triggerKind(trigger) !== 'event'

/** Whether the guests who are in a segment already are started too. */
export const startsMembers = (trigger: Trigger): trigger is SegmentTrigger =>
  'segment' in trigger && trigger.segment.already_in === 'start'

/** The segment that it names, and where. */
export function segmentOf(trigger: Trigger): { readonly id: string; readonly path: string } | undefined {
  if ('segment' in trigger) return { id: trigger.segment.id, path: 'trigger.segment.id' }
  return 'broadcast' in trigger
    ? { id: trigger.broadcast.segment, path: 'trigger.broadcast.segment' }
    : undefined
}

/** At which time of day it considers guests, and whether late. */
export function dailyRule(trigger: DailyTrigger): { time: string; if_late: 'skip' | 'start' | undefined } {
  const { time = '00:00', if_late } = 'date' in trigger ? trigger.date : trigger.absence
  return { time, if_late }
}

/** The source whose events start it; null for events without one, undefined where no event starts it. */
export const sourceOf = (trigger: Trigger): string | null | undefined =>
  'source' in trigger ? trigger.source : undefined

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
    /** Every message has to be in each of them, beside the language that its step has without saying so. */
    languages: Type.Optional(Languages),
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
      'The source that its live version listens to; null for events that name none, where no event starts it, and before the first publication.',
    ),
    listener: Type.Boolean({
      description:
        'Whether it hears of the events of its source beside the workflow that they are directed to.',
    }),
    trigger: words(triggerKinds, { description: 'What starts its live version.' }),
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
