import { type Static, Type } from 'typebox'
import { AnyObject, nullable, Timestamp, Uuid, words } from './common.ts'
import { type SkipReasonName, skipReasonNames } from './skip-reason.ts'

export type ParameterValue = string | number | boolean | null

/**
 * The part of the rules for parameters that JSON Schema can express. It cannot express two limits: integers beyond
 * 2^53 lose digits in any JSON reader, and NUL and lone surrogates are not text. The server refuses both.
 */
export const Parameters = Type.Unsafe<Record<string, ParameterValue>>({
  type: 'object',
  maxProperties: 100,
  propertyNames: { minLength: 1, maxLength: 100 },
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'], maxLength: 2048 },
})

export const IncomingEvent = Type.Object(
  {
    organisation_registration_id: Uuid,
    serials: Type.Optional(
      nullable(
        Type.Array(Type.String({ minLength: 1, maxLength: 12 }), { maxItems: 100 }),
        'Serials of the venues it concerns.',
      ),
    ),
    parameters: Type.Optional(
      Type.Unsafe<Record<string, ParameterValue> | null>({
        ...Parameters,
        type: ['object', 'null'],
        properties: { source: { type: 'string', minLength: 1, maxLength: 100 } },
        description:
          'Passed into the workflow. `source` names the sending service and directs the event to the workflow ' +
          'for it; beside it, only workflows that say they listen to the source hear of it. An empty list counts ' +
          'as an empty object.',
      }),
    ),
  },
  {
    $id: 'IncomingEvent',
    title: 'Incoming event',
    description: 'Other fields are ignored, and named in the warnings of the receipt.',
    examples: [
      {
        organisation_registration_id: '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e',
        serials: ['LDN-SOHO-01'],
        parameters: { source: 'till', spend: 42.5, first_visit: true },
      },
    ],
  },
)
export type IncomingEvent = Static<typeof IncomingEvent>

export const SkipReason = words(skipReasonNames)
export type SkipReason = SkipReasonName

export const Skipped = Type.Object(
  {
    workflow_id: Uuid,
    reason: SkipReason,
    detail: Type.Unsafe<Record<string, unknown>>({
      ...AnyObject,
      description:
        'The rule responsible: for condition_failed each condition with what was expected and found.',
    }),
  },
  { $id: 'Skipped', title: 'A workflow that did not take the event, and why' },
)
export type Skipped = Static<typeof Skipped>

export const StartedRun = Type.Object(
  { id: Uuid, workflow_id: Uuid, status: Type.String() },
  { $id: 'StartedRun', title: 'A run that the event started' },
)
export type StartedRun = Static<typeof StartedRun>

export const ReachedRun = Type.Object(
  { id: Uuid, workflow_id: Uuid },
  { $id: 'ReachedRun', title: 'A run that the event reached while it was under way' },
)
export type ReachedRun = Static<typeof ReachedRun>

export const eventStatuses = ['routed', 'unrouted', 'history'] as const

export const Receipt = Type.Object(
  {
    id: Uuid,
    organisation_id: Uuid,
    organisation_registration_id: Uuid,
    serials: Type.Array(Type.String()),
    source: nullable(Type.String()),
    parameters: AnyObject,
    status: words(eventStatuses, {
      description:
        'unrouted: the event is kept, and neither started, woke, moved nor ended a run. history: it was sent as history, so ' +
        'no workflow was considered.',
    }),
    workflow_runs: Type.Array(StartedRun),
    woke: Type.Array(ReachedRun, { description: 'Runs that waited for this event and continue.' }),
    moved: Type.Array(ReachedRun, {
      description: 'Runs that wait, and decide again by this event until when.',
    }),
    ended: Type.Array(ReachedRun, {
      description: 'Runs that this event ended, by an exit of their workflow.',
    }),
    skipped: Type.Array(Skipped),
    warnings: Type.Array(Type.String()),
    occurred_at: Type.Optional(Type.String({ format: 'date-time', description: 'As it was sent, in UTC.' })),
    created_at: Timestamp,
  },
  { $id: 'Receipt', title: 'Receipt of an event' },
)
export type Receipt = Static<typeof Receipt>

export const EventAnswer = Type.Object(
  { message: Type.String(), event: Receipt },
  { $id: 'EventAnswer', title: 'Answer to an incoming event' },
)
export type EventAnswer = Static<typeof EventAnswer>
