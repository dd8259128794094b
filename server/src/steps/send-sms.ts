import { smsSegments } from '#channels/sms/segments.ts'
import { renderField } from './render-field.ts'
import { sendTo } from './sending.ts'
import type { Step } from './step.ts'

export const sendSms: Step<'send_sms'> = (node, stepFacts) =>
  sendTo('sms', node, stepFacts, () => {
    const body = renderField(node, 'body', node.body, 'sms', stepFacts)
    return { content: { body }, detail: { segments: smsSegments(body) } }
  })
