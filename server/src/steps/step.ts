import type { Answer, AnswerScale } from '@millrace/contract/email-blocks'
import type { NodeOf, NodeType } from '@millrace/contract/node'
import type { RunOutcome } from '@millrace/contract/run'
import type { OrganisationSettings } from '@millrace/contract/settings'
import type { WorkflowStatus } from '@millrace/contract/workflow'
import type { EventFacts, Facts, FactValue, StoredEvent, TaskFacts, WebhookFacts } from '#workflows/facts.ts'

/**
 * Everything the steps of a run read, as it is before the first of them. Steps have no other clock and no other source.
 */
export interface RunFacts {
  readonly facts: Facts
  readonly now: Date
  readonly run: RunIdentity
  readonly settings: OrganisationSettings
  readonly allowance: Allowance
  /**
   * The events since the run started, or since the one that moved it last, in the order in which they came. Only those
   * of sources that can move a run of this version.
   */
  readonly came: readonly StoredEvent[]
  /** The workflows that the steps may start, by id. */
  readonly workflows: ReadonlyMap<string, TargetWorkflow>
  /** The tasks of the run that are done; known only if it may wait for them. */
  readonly tasks: DoneTasks
  /** The links of the run's e-mails that were followed; known only if it may wait for them. */
  readonly clicks?: Clicks
  /** The answers to the run's questions; known only if it may wait for them. */
  readonly answers?: Answers
}

/** The addresses of the links that the guest followed, by the node that sent them. */
export type Clicks = ReadonlyMap<string, readonly string[]>

/** What the guest answered, by the node that asked. */
export type Answers = ReadonlyMap<string, Answer>

/** The nodes whose tasks are done, with the name of who did them. */
export type DoneTasks = ReadonlyMap<string, string | null>

export interface TargetWorkflow {
  readonly status: WorkflowStatus
  /** The version that new runs start on. */
  readonly version: number | null
}

/** What one step reads: the facts of its run with the effects of the steps before it. */
export interface StepFacts extends RunFacts {
  /** What woke the run, if it was already waiting at this node. */
  readonly resumed: Resumption | undefined
  /** Of the translation that is being written. */
  readonly locale?: string
}

export interface RunIdentity {
  readonly id: string
  readonly workflowId: string
  /** How many runs have started each other to get to this one. */
  readonly chain: number
  /** It takes every step and sends nothing: it was started with a test key. */
  readonly test?: boolean
  /** The address where the guest ends their subscription to a channel. */
  unsubscribeUrl(channel: MessageChannel): string
}

export type MessageChannel = 'email' | 'sms'

/** What woke a run that was waiting at a node. */
export type Resumption =
  | { readonly kind: 'time' }
  /** A person retried it. */
  | { readonly kind: 'retry' }
  | { readonly kind: 'delivered'; readonly detail: StepDetail }
  | {
      readonly kind: 'undelivered'
      readonly code: string
      readonly message: string
      readonly detail: StepDetail
    }
  | { readonly kind: 'event'; readonly index: number; readonly event: StoredEvent }
  /** An event came by which its wait is decided again. */
  | { readonly kind: 'moved'; readonly event: StoredEvent }
  | { readonly kind: 'task'; readonly task_id: string }
  | { readonly kind: 'click' | 'answer'; readonly email_id: string }

/** Points that a step with a limit for the day gave. */
export interface GivenPoints {
  readonly workflowId: string
  readonly nodeId: string
  readonly points: number
  readonly at: Date
}

/** When the guest was recently contacted, and what is left of the day's budgets; null: no limit. */
export interface Allowance {
  readonly sent: Readonly<Record<MessageChannel, readonly Date[]>>
  readonly left: { readonly points: number | null; readonly sms: number | null }
  /** What steps with a limit for the day gave the guest in the last days. */
  readonly given: readonly GivenPoints[]
}

export const unlimited: Allowance = {
  sent: { email: [], sms: [] },
  left: { points: null, sms: null },
  given: [],
}

/** A change in the database that is committed together with the step, exactly once. */
export type Effect =
  | {
      readonly type: 'points'
      readonly points: number
      readonly reason: string | null
      /** It counts towards the limit of the step. */
      readonly limited?: true
    }
  /** A later step reads how many points this one gave or took. */
  | { readonly type: 'awarded'; readonly points: number }
  | { readonly type: 'tag'; readonly tag: string; readonly present: boolean }
  | { readonly type: 'guest'; readonly changes: GuestChanges }
  | { readonly type: 'message'; readonly message: NewMessage }
  | { readonly type: 'task'; readonly task: NewTask }
  | { readonly type: 'webhook'; readonly answer: WebhookFacts }
  | { readonly type: 'start'; readonly start: NewStart }
  | { readonly type: 'task_done'; readonly task: string; readonly done: TaskFacts }
  | { readonly type: 'answered'; readonly email: string; readonly answer: Answer }
  /** From now on this is the run's `event`. */
  | { readonly type: 'moved'; readonly event: StoredEvent }

export interface GuestChanges {
  readonly fields: Readonly<Record<string, FactValue>>
  readonly attributes: Readonly<Record<string, FactValue>>
  /** Added to attributes after the new ones are set. */
  readonly added: Readonly<Record<string, number>>
}

/** A rendered message. Whether and when it is sent is not the step's concern. */
export interface SmsContent {
  readonly body: string
  /** The sender of the venue, where it has its own. */
  readonly from?: string | undefined
}

export type NewMessage = {
  readonly id: string
  readonly recipient: string
  /** For the venue's staff: it does not count as a message to the guest. */
  readonly forStaff?: true
  /** About something that the guest asked for: it does not count towards the caps of marketing. */
  readonly transactional?: true
  /** What its marketing is about. */
  readonly topic?: string
} & (
  | { readonly channel: 'email'; readonly kept: boolean; readonly content: EmailContent }
  | { readonly channel: 'sms'; readonly kept: boolean; readonly content: SmsContent }
  | { readonly channel: 'webhook'; readonly kept: boolean; readonly content: WebhookContent }
)

export interface EmailContent {
  readonly subject: string
  /** It is in the HTML too. */
  readonly preview?: string
  readonly html: string
  readonly text?: string
  readonly from_name?: string
  readonly reply_to?: string
  readonly to_name?: string
  readonly unsubscribe_url?: string
  /** Its links are sent as addresses that count clicks. */
  readonly count_links?: true
  /** What it asks, for the page where the guest answers. */
  readonly question?: AskedQuestion
}

export interface AskedQuestion {
  readonly text: string
  readonly scale: AnswerScale
  readonly yes?: string
  readonly no?: string
}

export interface WebhookContent {
  readonly url: string
  readonly method: NodeOf<'call_webhook'>['method']
  readonly headers: Readonly<Record<string, string>>
  /** How many webhooks of ours have led to it, this one included. */
  readonly hops: number
  /** Headers whose values are secrets, by the name of the secret. They are opened for each attempt. */
  readonly secret_headers?: Readonly<Record<string, string>>
  readonly body: string
}

export interface NewTask {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly assignee: string | null
  readonly serial: string | null
  readonly dueAt: Date | null
}

/** A run of another workflow for the same guest. */
export interface NewStart {
  readonly id: string
  readonly workflowId: string
  readonly version: number
  readonly input: EventFacts
}

/** For the person who reads the run later. */
export type StepDetail = Readonly<Record<string, unknown>>

/** Why a step did nothing although the run continued. */
export type SkipReason =
  | 'no_address'
  | 'do_not_contact'
  | 'no_consent'
  /** The guest has turned the topic of the message off. */
  | 'topic_off'
  /** Nothing may be sent to the address: it does not exist, or its owner complained. */
  | 'suppressed'
  | 'frequency_cap'
  | 'sms_budget_spent'
  | 'points_budget_spent'
  /** A value taken from data was missing or of another type. */
  | 'no_value'
  | 'workflow_not_active'

/** What a run waits for: a time, a report from outside, or the first of the two. */
export type WaitingFor =
  | { readonly type: 'time'; readonly until: string }
  | { readonly type: 'quiet_hours'; readonly until: string }
  | { readonly type: 'event'; readonly until: string; readonly sources: readonly (string | null)[] }
  | { readonly type: 'task'; readonly until: string; readonly task_ids: readonly string[] }
  | {
      readonly type: 'click'
      readonly until: string
      readonly email_id: string
      readonly url: string
    }
  | { readonly type: 'answer'; readonly until: string; readonly email_id: string }
  | { readonly type: 'delivery'; readonly channel: NewMessage['channel']; readonly message_id: string }

export type Decision =
  | {
      readonly kind: 'go'
      readonly next: string
      readonly effects: readonly Effect[]
      readonly detail: StepDetail
      readonly skipped?: SkipReason
    }
  | {
      readonly kind: 'wait'
      /** null: until a report from outside. */
      readonly until: Date | null
      readonly waitingFor: WaitingFor
      readonly effects: readonly Effect[]
      readonly detail: StepDetail
    }
  | {
      readonly kind: 'end'
      readonly outcome: RunOutcome
      readonly reason: string | null
      readonly detail: StepDetail
    }

/** A step that cannot be done under the present conditions: the run fails there, and a person can retry it. */
export class StepFailed extends Error {
  override name = 'StepFailed'
  readonly code: string
  readonly detail: StepDetail

  constructor(code: string, message: string, detail: StepDetail = {}) {
    super(message)
    this.code = code
    this.detail = detail
  }
}

export type Step<Type extends NodeType> = (node: NodeOf<Type>, stepFacts: StepFacts) => Decision

export type StepTable = { readonly [Type in NodeType]: Step<Type> }

/** Continues to the next node. */
export function go(next: string, detail: StepDetail, ...effects: Effect[]): Decision {
  return { kind: 'go', next, effects, detail }
}

/** Continues to the next node without an effect. */
export function skip(next: string, reason: SkipReason, detail: StepDetail = {}): Decision {
  return { kind: 'go', next, effects: [], detail: { reason, ...detail }, skipped: reason }
}
