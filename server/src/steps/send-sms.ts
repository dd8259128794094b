import { smsSegments } from '#channels/sms/segments.ts'
import { renderField } from './render-field.ts'
import { sendTo } from './sending.ts'
import type { Step } from './step.ts'

export const sendSms: Step<'send_sms'> = (node, context) =>
  sendTo('sms', node, context, () => {
    const body = renderField(node, 'body', node.body, 'sms', context)
    return { content: { body }, detail: { segments: smsSegments(body) } }
  })
