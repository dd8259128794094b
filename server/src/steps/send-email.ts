import { effectId } from './effect-id.ts'
import { mayContact } from './may-contact.ts'
import { renderField } from './render-field.ts'
import { heldUntil, settleDelivery } from './sending.ts'
import { type EmailContent, go, type Step, skip } from './step.ts'

/** Without a mail server the message is kept in the outbox, and the run goes on at once. */
export const sendEmail: Step<'send_email'> = (node, context) => {
  const { resumed, run, settings, facts } = context
  if (resumed?.kind === 'delivered' || resumed?.kind === 'undelivered')
    return settleDelivery(node.next, resumed)
  const verdict = mayContact('email', context)
  if (verdict.kind === 'no') return skip(node.next, verdict.reason, verdict.detail)
  if (verdict.kind === 'later') return heldUntil(verdict.until)

  const content: EmailContent = {
    subject: renderField(node, 'subject', node.subject, 'subject', context),
    html: renderField(node, 'html', node.html, 'html', context),
    unsubscribe_url: run.unsubscribeUrl('email'),
    ...(node.text === undefined ? {} : { text: renderField(node, 'text', node.text, 'text', context) }),
    ...(node.from_name === undefined
      ? {}
      : { from_name: renderField(node, 'from_name', node.from_name, 'subject', context) }),
    ...(node.reply_to === undefined
      ? {}
      : { reply_to: renderField(node, 'reply_to', node.reply_to, 'subject', context) }),
    ...(facts.guest.name === null ? {} : { to_name: facts.guest.name }),
  }
  const id = effectId(run.id, node.id)
  const kept = settings.email.smtp === null
  const message = { id, channel: 'email', recipient: verdict.address, kept, content } as const
  const detail = { message_id: id, to: verdict.address, subject: content.subject }
  if (kept) return go(node.next, { ...detail, kept }, { type: 'message', message })
  return {
    kind: 'wait',
    until: null,
    waitingFor: { type: 'delivery', channel: 'email', message_id: id },
    effects: [{ type: 'message', message }],
    detail,
  }
}
