import { type Static, type TProperties, Type } from 'typebox'
import { DailyTime, Duration } from './calendar.ts'
import { storedUuid, Timestamp, words } from './common.ts'
import { Condition, Scalar } from './condition.ts'
import { EmailBlocks, PieceKey } from './email-blocks.ts'
import { listenedEvent } from './listened-event.ts'
import { TopicId } from './topic.ts'
import { translationsOf } from './translation.ts'
import { FieldName, MomentFromData, NumberFromData, ValueFromData } from './value.ts'

/** The nodes of a workflow. Texts marked as templates are Liquid over guest, event, venue, workflow and run. */

export const nodeIdPattern = '^[A-Za-z0-9_-]{1,64}$'
export const NodeId = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' })

const Label = Type.Optional(Type.String({ maxLength: 200 }))
const closed = { additionalProperties: false } as const
const template = (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength })

const node = <const Kind extends string, Fields extends TProperties>(type: Kind, fields: Fields) =>
  Type.Object({ id: NodeId, label: Label, type: Type.Literal(type), ...fields }, closed)

/**
 * Why a guest gets a message. Marketing needs their consent, and obeys caps and quiet hours; a transactional message is
 * about something that they asked for, such as a booking.
 */
export const MessageClass = words(['marketing', 'transactional'])
export type MessageClass = Static<typeof MessageClass>

/** Of marketing only: a guest who has turned it off does not get the message. */
const topic = Type.Optional(TopicId)

/** What an e-mail says. */
const emailTexts = {
  /** Absent only with a piece: its subject. */
  subject: Type.Optional(template(500)),
  /** What mail programs show beside the subject. Absent: the beginning of the e-mail. */
  preview: Type.Optional(template(500)),
  /** A saved e-mail, as it is when a guest gets it. A subject and preview of this step come before those of the piece. */
  piece: Type.Optional(PieceKey),
  /** Either this, or blocks, or a piece. */
  html: Type.Optional(template(100_000)),
  blocks: Type.Optional(EmailBlocks),
  /** Generated when absent. */
  text: Type.Optional(template(100_000)),
}

const SendEmail = node('send_email', {
  /** Absent: marketing. */
  class: Type.Optional(MessageClass),
  topic,
  ...emailTexts,
  /** The same in other languages, whole: nothing of a translation comes from the step. */
  translations: translationsOf(Type.Object(emailTexts, closed)),
  from_name: Type.Optional(template(200)),
  reply_to: Type.Optional(template(254)),
  next: NodeId,
})

const SendSms = node('send_sms', {
  /** Absent: marketing. */
  class: Type.Optional(MessageClass),
  topic,
  body: template(2_000),
  /** The same in other languages. */
  translations: translationsOf(Type.Object({ body: template(2_000) }, closed)),
  next: NodeId,
})

/** The most points that one step may add or remove. */
export const MOST_POINTS = 1_000_000

const AwardPoints = node('award_points', {
  /** A negative number removes points. A number from data is rounded, because points are whole. */
  points: Type.Union([Type.Integer({ minimum: -MOST_POINTS, maximum: MOST_POINTS }), NumberFromData]),
  /** This step gives a guest no more than so many on one day by the venue's clock, over all runs. */
  at_most_a_day: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_POINTS })),
  reason: Type.Optional(Type.String({ maxLength: 200 })),
  next: NodeId,
})

const Tag = Type.String({ minLength: 1, maxLength: 100 })
const AddTag = node('add_tag', { tag: Tag, next: NodeId })
const RemoveTag = node('remove_tag', { tag: Tag, next: NodeId })

/** `attributes.<key>` continues with a key that the organisation chooses. */
export const guestFields = [
  'name',
  'email',
  'phone',
  'email_consent',
  'sms_consent',
  'do_not_contact',
] as const

const GuestField = Type.String({
  maxLength: 120,
  pattern: `^(${guestFields.join('|')}|attributes\\..{1,100})$`,
})

/** Text is a template; null clears the field. */
const NewValue = Type.Union([...Scalar.anyOf, ...ValueFromData.anyOf])

const GuestUpdate = Type.Union([
  Type.Object({ field: GuestField, value: NewValue }, closed),
  /** Added to the number that is there, once for each run; without one it begins at 0. For attributes only. */
  Type.Object({ field: GuestField, plus: Type.Union([Type.Number(), NumberFromData]) }, closed),
])
export type GuestUpdate = Static<typeof GuestUpdate>

const UpdateGuest = node('update_guest', {
  changes: Type.Array(GuestUpdate, { minItems: 1, maxItems: 20 }),
  next: NodeId,
})

const SECRET_NAME = '^[a-z][a-z0-9_]{0,49}$'
const secretNamePattern = new RegExp(SECRET_NAME)
export const isSecretName = (text: string) => secretNamePattern.test(text)

/** Of a secret in the settings: see docs/workflows.md. */
export const SecretName = Type.String({ pattern: SECRET_NAME })

/** What the data does not have is null. */
const BodyField = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 100 }), value: NewValue },
  closed,
)
export type BodyField = Static<typeof BodyField>

const CallWebhook = node('call_webhook', {
  /** Its path and query are a template; its host is fixed. */
  url: Type.String({ minLength: 1, maxLength: 2_000 }),
  method: words(['POST', 'PUT', 'PATCH', 'DELETE']),
  headers: Type.Optional(
    Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 100 }),
          /** A template. Either this, or a secret. */
          value: Type.Optional(template(2_000, 0)),
          /** The value is that of the secret with this name, which documents never contain. */
          secret: Type.Optional(SecretName),
        },
        closed,
      ),
      { maxItems: 20 },
    ),
  ),
  /** A template of JSON, or a JSON object field by field. Default: the data described in docs/workflows.md. */
  body: Type.Optional(Type.Union([template(50_000), Type.Array(BodyField, { minItems: 1, maxItems: 50 })])),
  next: NodeId,
  /** Where the run continues when the receiver refused permanently. Absent: the run fails. */
  on_failure: Type.Optional(NodeId),
})

const CreateTask = node('create_task', {
  title: template(300),
  description: Type.Optional(template(10_000)),
  /** Who does it: a role or a name, as free text. */
  assignee: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  due: Type.Optional(Duration),
  /** An address that also gets an e-mail about it. */
  notify: Type.Optional(Type.String({ maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$' })),
  next: NodeId,
})

const StartWorkflow = node('start_workflow', {
  /** The id of the workflow that the guest is handed to. The run continues as well. */
  workflow: Type.String({ pattern: `^${storedUuid}$` }),
  /** The parameters of the event that the started run has. */
  parameters: Type.Optional(
    Type.Array(
      Type.Object(
        {
          key: Type.String({ minLength: 1, maxLength: 100 }),
          /** Text is a template. A field alone is passed on as it is, whatever its type. */
          value: Type.Union([Scalar, ValueFromData, Type.Object({ field: FieldName }, closed)]),
        },
        closed,
      ),
      { minItems: 1, maxItems: 20 },
    ),
  ),
  next: NodeId,
})

const Branch = node('branch', {
  /** Tried in order: the first one whose condition holds is taken. */
  cases: Type.Array(Type.Object({ label: Label, when: Condition, next: NodeId }, closed), {
    minItems: 1,
    maxItems: 20,
  }),
  else: NodeId,
})

const Split = node('split', {
  /** The percentages add up to 100. A guest always gets the same side. */
  ways: Type.Array(
    Type.Object({ label: Label, percent: Type.Integer({ minimum: 1, maximum: 99 }), next: NodeId }, closed),
    { minItems: 2, maxItems: 10 },
  ),
})

const Wait = node('wait', {
  /** Decided when the run arrives; there is no wait for a moment in the past. Times of day are the venue's. */
  until: Type.Union([
    Type.Object({ after: Duration }, closed),
    Type.Object({ at: Timestamp }, closed),
    Type.Object({ time: DailyTime }, closed),
    Type.Object({ open: Type.Literal(true) }, closed),
    Type.Object({ moment: MomentFromData }, closed),
  ]),
  next: NodeId,
  /** Where the run continues when the moment has passed. Absent: the next step, as after the wait. */
  if_passed: Type.Optional(NodeId),
  /**
   * Events that move the wait: it is decided again, by the event that came, which is `event` from then on. An event that
   * arrived after the run started counts, the last one of several.
   */
  moves: Type.Optional(
    Type.Array(Type.Object({ label: Label, ...listenedEvent }, closed), { minItems: 1, maxItems: 10 }),
  ),
})

const WaitForEvent = node('wait_for_event', {
  /** The first event that arrives decides. An event that arrived after the run started counts. */
  events: Type.Array(Type.Object({ label: Label, ...listenedEvent, next: NodeId }, closed), {
    minItems: 1,
    maxItems: 10,
  }),
  timeout: Type.Object({ after: Duration, next: NodeId }, closed),
})

const WaitForTask = node('wait_for_task', {
  /** Nodes that create tasks: the first of these tasks that is done ends the wait. */
  tasks: Type.Array(NodeId, { minItems: 1, maxItems: 5, uniqueItems: true }),
  next: NodeId,
  timeout: Type.Object({ after: Duration, next: NodeId }, closed),
})

const WaitForClick = node('wait_for_click', {
  /** The node that sends the e-mail. A click from before the run came here counts. */
  email: NodeId,
  /** Only links whose address begins with this one. Absent: any link that is counted. */
  url: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
  next: NodeId,
  timeout: Type.Object({ after: Duration, next: NodeId }, closed),
})

const WaitForAnswer = node('wait_for_answer', {
  /** The node that sends the e-mail with the question. An answer from before the run came here counts. */
  email: NodeId,
  next: NodeId,
  timeout: Type.Object({ after: Duration, next: NodeId }, closed),
})

const End = node('end', {
  outcome: words(['success', 'failure']),
  reason: Type.Optional(Type.String({ maxLength: 200 })),
})

export const WorkflowNode = Type.Union([
  SendEmail,
  SendSms,
  AwardPoints,
  AddTag,
  RemoveTag,
  UpdateGuest,
  CallWebhook,
  CreateTask,
  StartWorkflow,
  Branch,
  Split,
  Wait,
  WaitForEvent,
  WaitForTask,
  WaitForClick,
  WaitForAnswer,
  End,
])
export type WorkflowNode = Static<typeof WorkflowNode>
export type NodeType = WorkflowNode['type']
export type NodeOf<T extends NodeType> = Extract<WorkflowNode, { type: T }>

/** The class of a step that sends a guest something; undefined for all others. */
export const classOf = (node: WorkflowNode): MessageClass | undefined =>
  node.type === 'send_email' || node.type === 'send_sms' ? (node.class ?? 'marketing') : undefined
