import { type Static, Type } from 'typebox'
import { Duration } from './calendar.ts'
import { AnyObject, nullable, Timestamp, Uuid, words } from './common.ts'
import type { ExplainedLeaf } from './condition/in-words.ts'
import { Parameters } from './event.ts'
import { guestFields as ofGuest } from './guest.ts'
import { RunOutcome, RunStatus } from './run.ts'
import { broadcastReasonNames, simulationReasonNames, skipReasonNames } from './skip-reason.ts'
import { ChoiceId, MOST_TOPICS } from './topic.ts'

/** Simulating a workflow: the same code as the engine's, with nothing stored and nothing sent. */

const closed = { additionalProperties: false } as const

const { external_id: _notSimulated, ...guestFields } = ofGuest

export const InventedGuest = Type.Object(
  {
    /** Decides the side of a split. */
    id: Type.Optional(Uuid),
    ...guestFields,
    points: Type.Optional(Type.Integer()),
    topics_off: Type.Optional(Type.Array(ChoiceId, { maxItems: MOST_TOPICS + 1 })),
  },
  closed,
)
export type InventedGuest = Static<typeof InventedGuest>

export const WrittenEvent = Type.Object(
  {
    source: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
    serials: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 12 }), { maxItems: 100 })),
    parameters: Type.Optional(Parameters),
  },
  closed,
)
export type WrittenEvent = Static<typeof WrittenEvent>

/** The result of one node's message. A node that is not named delivers it. */
export const SimulatedDelivery = Type.Union([
  Type.Object(
    {
      outcome: Type.Literal('delivered'),
      /** The status that a webhook answered with. */
      status: Type.Optional(Type.Integer({ minimum: 200, maximum: 299 })),
      body: Type.Optional(Parameters),
    },
    closed,
  ),
  Type.Object(
    { outcome: Type.Literal('failed'), message: Type.Optional(Type.String({ maxLength: 500 })) },
    closed,
  ),
])
export type SimulatedDelivery = Static<typeof SimulatedDelivery>

/** What happens while the run is open, in this order. */
export const Happening = Type.Union([
  Type.Object(
    {
      /** To the next wake-up, to the end of the run, by a length of time, or to a moment. */
      advance: Type.Union([
        words(['next', 'end']),
        Type.Object({ by: Duration }, closed),
        Type.Object({ to: Timestamp }, closed),
      ]),
    },
    closed,
  ),
  Type.Object({ event: WrittenEvent }, closed),
  Type.Object(
    {
      /** The task that this node created is done. */
      task: Type.String({ minLength: 1, maxLength: 64 }),
      by: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    },
    closed,
  ),
  Type.Object(
    {
      /** The guest follows a link of the e-mail that this node sent. */
      click: Type.String({ minLength: 1, maxLength: 64 }),
      /** Absent: any link. */
      url: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
    },
    closed,
  ),
  Type.Object(
    {
      /** The guest answers the question of the e-mail that this node sent. */
      answer: Type.String({ minLength: 1, maxLength: 64 }),
      /** A number of stars, or true or false. */
      value: Type.Union([Type.Integer({ minimum: 1, maximum: 5 }), Type.Boolean()]),
    },
    closed,
  ),
  Type.Object(
    { guest: Type.Object({ ...guestFields, points: Type.Optional(Type.Integer()) }, closed) },
    closed,
  ),
])
export type Happening = Static<typeof Happening>

const course = {
  /** By node. */
  deliveries: Type.Optional(Type.Record(Type.String({ minLength: 1, maxLength: 64 }), SimulatedDelivery)),
  happenings: Type.Optional(Type.Array(Happening, { maxItems: 200 })),
}
const invented = Type.Object({ invented: InventedGuest }, closed)
const written = Type.Object({ written: WrittenEvent }, closed)
/** The clock moves on to when the guest is next due, for a workflow that the clock starts. */
const occasion = Type.Object({ occasion: words(['next']) }, closed)

export const SimulationScript = Type.Object(
  {
    guest: Type.Union([Type.Object({ known: Uuid }, closed), invented]),
    /** null: started by hand, whatever the trigger says. */
    event: Type.Union([Type.Object({ stored: Uuid }, closed), written, occasion, Type.Null()]),
    start_at: Type.Optional(Timestamp),
    ...course,
  },
  { $id: 'SimulationScript', title: 'What to try out', ...closed },
)
export type SimulationScript = Static<typeof SimulationScript>

/**
 * A simulation that is saved as a test uses no data that changes or may have to be deleted: its guest and event are
 * invented.
 */
export const KeptScript = Type.Object(
  { guest: invented, event: Type.Union([written, occasion, Type.Null()]), start_at: Timestamp, ...course },
  { $id: 'KeptScript', title: 'What to try out at every publication', ...closed },
)
export type KeptScript = Static<typeof KeptScript>

export const SimulationVerdict = Type.Object({
  entered: Type.Boolean(),
  reason: nullable(words([...skipReasonNames, ...broadcastReasonNames, ...simulationReasonNames])),
  sentence: Type.String(),
  conditions: Type.Array(Type.Unsafe<ExplainedLeaf>(AnyObject), {
    description: 'Every condition with what was expected and found.',
  }),
})
export type SimulationVerdict = Static<typeof SimulationVerdict>

export const SimulatedStep = Type.Object({
  position: Type.Integer(),
  node_id: Type.String(),
  type: Type.String(),
  status: words(['completed', 'waiting', 'failed', 'skipped']),
  sentence: Type.String({ description: 'What it did, or why it did not.' }),
  detail: AnyObject,
  started_at: Timestamp,
  finished_at: nullable(Timestamp),
})
export type SimulatedStep = Static<typeof SimulatedStep>

const made = { node_id: Type.String(), at: Timestamp }

export const SimulatedMessage = Type.Object({
  ...made,
  channel: words(['email', 'sms', 'webhook']),
  recipient: Type.String(),
  for_staff: Type.Boolean(),
  content: AnyObject,
})
export type SimulatedMessage = Static<typeof SimulatedMessage>

export const SimulatedTask = Type.Object({
  ...made,
  title: Type.String(),
  description: Type.String(),
  assignee: nullable(Type.String()),
  serial: nullable(Type.String()),
  due_at: nullable(Timestamp),
})
export type SimulatedTask = Static<typeof SimulatedTask>

export const SimulatedPoints = Type.Object({
  ...made,
  points: Type.Integer(),
  reason: nullable(Type.String()),
})
export type SimulatedPoints = Static<typeof SimulatedPoints>

export const SimulationResult = Type.Object(
  {
    verdict: SimulationVerdict,
    steps: Type.Array(SimulatedStep),
    messages: Type.Array(SimulatedMessage),
    tasks: Type.Array(SimulatedTask),
    points: Type.Array(SimulatedPoints),
    guest: Type.Object({ before: AnyObject, after: AnyObject }),
    run: nullable(
      Type.Object({
        status: RunStatus,
        outcome: nullable(RunOutcome),
        outcome_reason: nullable(Type.String()),
        current_node_id: nullable(Type.String()),
        waiting_for: nullable(AnyObject),
        resumes_at: nullable(Timestamp),
        error: nullable(AnyObject),
      }),
      'null: nothing started one.',
    ),
    now: Timestamp,
    next: nullable(
      Type.String(),
      'What would happen next, in a sentence; null when there is no run or it is over.',
    ),
    heard: Type.Array(
      Type.Object({
        at: Timestamp,
        did: words(['started', 'woke', 'moved', 'ended', 'nothing']),
        starts: Type.Object(SimulationVerdict.properties, {
          description: 'Whether it would start another run of the workflow.',
        }),
      }),
      { description: 'What each event of the script did.' },
    ),
    notes: Type.Array(Type.String()),
  },
  { $id: 'SimulationResult', title: 'What would happen' },
)
export type SimulationResult = Static<typeof SimulationResult>

/** What a saved simulation is compared by. Times and texts may change without failing it. */
export const Expectation = Type.Object(
  {
    entered: Type.Boolean(),
    path: Type.Array(Type.String(), { description: 'The nodes, by their ids.' }),
    status: nullable(RunStatus, 'null: nothing started a run.'),
    outcome: nullable(RunOutcome),
    messages: Type.Array(
      Type.Object({
        node_id: Type.String(),
        channel: Type.String(),
        subject: nullable(Type.String()),
      }),
    ),
    points: Type.Integer(),
  },
  { $id: 'Expectation', title: 'What a kept simulation expects' },
)
export type Expectation = Static<typeof Expectation>

export const KeptSimulation = Type.Object(
  {
    id: Uuid,
    name: Type.String({ minLength: 1, maxLength: 200 }),
    script: KeptScript,
    expected: Expectation,
    created_by: Type.String(),
    created_at: Timestamp,
  },
  { $id: 'KeptSimulation', title: 'A simulation that runs at every publication' },
)
export type KeptSimulation = Static<typeof KeptSimulation>

export const SimulationToKeep = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 200 }), script: KeptScript },
  { $id: 'SimulationToKeep', title: 'A simulation to keep', ...closed },
)
export type SimulationToKeep = Static<typeof SimulationToKeep>
