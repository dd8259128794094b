import { smsSegments } from '#channels/sms/segments.ts'
import { effectId } from './effect-id.ts'
import { mayContact } from './may-contact.ts'
import { renderField } from './render-field.ts'
import { heldUntil, settleDelivery } from './sending.ts'
import { go, type Step, skip } from './step.ts'

/** Without a provider the message is kept in the outbox, and the run goes on at once. */
export const sendSms: Step<'send_sms'> = (node, context) => {
  const { resumed, run, settings } = context
  if (resumed?.kind === 'delivered' || resumed?.kind === 'undelivered')
    return settleDelivery(node.next, resumed)
  const verdict = mayContact('sms', context)
  if (verdict.kind === 'no') return skip(node.next, verdict.reason, verdict.detail)
  if (verdict.kind === 'later') return heldUntil(verdict.until)

  const body = renderField(node, 'body', node.body, 'sms', context)
  const id = effectId(run.id, node.id)
  const kept = settings.sms === null
  const message = { id, channel: 'sms', recipient: verdict.address, kept, content: { body } } as const
  const detail = { message_id: id, to: verdict.address, segments: smsSegments(body) }
  if (kept) return go(node.next, { ...detail, kept }, { type: 'message', message })
  return {
    kind: 'wait',
    until: null,
    waitingFor: { type: 'delivery', channel: 'sms', message_id: id },
    effects: [{ type: 'message', message }],
    detail,
  }
}
