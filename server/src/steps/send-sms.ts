import { smsSegments } from '#channels/sms/segments.ts'
import { localised } from './localised.ts'
import { renderField } from './render-field.ts'
import { sendTo } from './sending.ts'
import type { Step } from './step.ts'

export const sendSms: Step<'send_sms'> = (node, stepFacts) =>
  sendTo('sms', node, stepFacts, () => {
    const { node: message, stepFacts: its, language } = localised(node, stepFacts)
    const body = renderField(message, 'body', message.body, 'sms', its)
    return {
      content: { body },
      detail: { segments: smsSegments(body), ...(language === undefined ? {} : { language }) },
    }
  })
