import type { NodeOf } from '@millrace/contract/node'
import { renderField } from './render-field.ts'
import { sendTo } from './sending.ts'
import type { EmailContent, Step, StepFacts } from './step.ts'

export const sendEmail: Step<'send_email'> = (node, stepFacts) =>
  sendTo('email', node, stepFacts, () => {
    const content = write(node, stepFacts)
    return { content, detail: { subject: content.subject } }
  })

function write(node: NodeOf<'send_email'>, stepFacts: StepFacts): EmailContent {
  const { run, facts } = stepFacts
  return {
    subject: renderField(node, 'subject', node.subject, 'subject', stepFacts),
    html: renderField(node, 'html', node.html, 'html', stepFacts),
    unsubscribe_url: run.unsubscribeUrl('email'),
    ...(node.text === undefined ? {} : { text: renderField(node, 'text', node.text, 'text', stepFacts) }),
    ...(node.from_name === undefined
      ? {}
      : { from_name: renderField(node, 'from_name', node.from_name, 'subject', stepFacts) }),
    ...(node.reply_to === undefined
      ? {}
      : { reply_to: renderField(node, 'reply_to', node.reply_to, 'subject', stepFacts) }),
    ...(facts.guest.name === null ? {} : { to_name: facts.guest.name }),
  }
}
