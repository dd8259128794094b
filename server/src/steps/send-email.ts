import type { NodeOf } from '@millrace/contract/node'
import { renderField } from './render-field.ts'
import { sendTo } from './sending.ts'
import type { EmailContent, Step, StepContext } from './step.ts'

export const sendEmail: Step<'send_email'> = (node, context) =>
  sendTo('email', node, context, () => {
    const content = write(node, context)
    return { content, detail: { subject: content.subject } }
  })

function write(node: NodeOf<'send_email'>, context: StepContext): EmailContent {
  const { run, facts } = context
  return {
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
}
