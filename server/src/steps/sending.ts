import type { NodeOf } from '@millrace/contract/node'
import { effectId } from './effect-id.ts'
import { mayContact } from './may-contact.ts'
import {
  type Decision,
  go,
  type MessageChannel,
  type NewMessage,
  type Resumption,
  type RunIdentity,
  type StepDetail,
  type StepFacts,
  StepFailed,
  skip,
} from './step.ts'

/** What a step sends to a guest by a channel. */
export interface Written<Channel extends MessageChannel> {
  readonly content: Extract<NewMessage, { channel: Channel }>['content']
  /** What the step shows of it, besides its id and its recipient. */
  readonly detail: StepDetail
}

/**
 * Sends a guest the content from `write` if they may be contacted now; this is checked again whenever the run resumes.
 * Without a provider, and in a test run, the message stays in the outbox and the run continues at once; otherwise the run
 * waits for the delivery.
 */
export function sendTo<Channel extends MessageChannel>(
  channel: Channel,
  node: Pick<NodeOf<'send_email' | 'send_sms'>, 'id' | 'next' | 'class' | 'topic'>,
  stepFacts: StepFacts,
  write: () => Written<Channel>,
): Decision {
  const { resumed, run, settings } = stepFacts
  if (resumed?.kind === 'delivered' || resumed?.kind === 'undelivered')
    return settleDelivery(node.next, resumed)
  const permission = mayContact(channel, node, stepFacts)
  if (permission.kind === 'no') return skip(node.next, permission.reason, permission.detail)
  if (permission.kind === 'later') return heldUntil(permission.until)

  const { content, detail: shown } = write()
  const id = effectId(run.id, node.id)
  const provider = channel === 'email' ? settings.email.smtp : settings.sms
  const kept = provider === null || run.test === true
  const isTransactional = node.class === 'transactional'
  const message = {
    id,
    channel,
    recipient: permission.address,
    kept,
    content,
    ...(isTransactional ? { transactional: true } : {}),
    ...(node.topic === undefined ? {} : { topic: node.topic }),
  } as NewMessage
  const detail = {
    message_id: id,
    to: permission.address,
    ...(isTransactional ? { class: node.class } : {}),
    ...(node.topic === undefined ? {} : { topic: node.topic }),
    ...shown,
  }
  if (kept) return go(node.next, { ...detail, kept, ...ofTest(run) }, { type: 'message', message })
  return {
    kind: 'wait',
    until: null,
    waitingFor: { type: 'delivery', channel, message_id: id },
    effects: [{ type: 'message', message }],
    detail,
  }
}

/** Why a message was not sent, where it is not for want of a provider. */
export const ofTest = ({ test }: Pick<RunIdentity, 'test'>): StepDetail => (test ? { test: true } : {})

/** The code of an attempt that was not made because of the suppression list, and the reason of the skipped step. */
export const SUPPRESSED = 'suppressed'

type Settled = Extract<Resumption, { kind: 'delivered' | 'undelivered' }>

/** A message that could not be delivered fails the run at this step, where a person can retry it. */
function settleDelivery(next: string, settled: Settled): Decision {
  if (settled.kind === 'delivered') return go(next, { delivery: settled.detail })
  // Suppressed while it was on its way: the same as if it had been before.
  if (settled.code === SUPPRESSED)
    return skip(next, SUPPRESSED, { suppressed_because: settled.detail.suppressed_because ?? null })
  throw undelivered(settled)
}

export const undelivered = ({ code, message, detail }: Extract<Resumption, { kind: 'undelivered' }>) =>
  new StepFailed(code, message, { delivery: detail })

/** Held until the quiet hours are over; all rules are checked again then. */
function heldUntil(until: Date): Decision {
  return {
    kind: 'wait',
    until,
    waitingFor: { type: 'quiet_hours', until: until.toISOString() },
    effects: [],
    detail: { held_until: until.toISOString() },
  }
}
