import { languageOf } from '#channels/guest-words.ts'
import { withOptOut } from '#channels/sms/opt-out.ts'
import { smsSegments } from '#channels/sms/segments.ts'
import { guestLinks } from './guest-links.ts'
import { localisationOf } from './localisation.ts'
import { localised } from './localised.ts'
import { renderField } from './render-field.ts'
import { sendTo } from './sending.ts'
import type { Step } from './step.ts'

export const sendSms: Step<'send_sms'> = (node, stepFacts) =>
  sendTo('sms', node, stepFacts, () => {
    const { node: message, stepFacts: its, language } = localised(node, stepFacts)
    const { run, settings, facts } = its
    const from = facts.venue?.sms_from ?? undefined
    const written = renderField(message, 'body', message.body, 'sms', its)
    const body =
      node.class === 'transactional'
        ? written
        : withOptOut(written, {
            sms: settings.sms,
            from,
            to: facts.guest.phone,
            links: guestLinks(run, 'sms'),
            language: languageOf(facts.guest.attributes.language, localisationOf(its).locale),
          })
    return {
      content: { body, ...(from === undefined ? {} : { from }) },
      detail: { segments: smsSegments(body), ...(language === undefined ? {} : { language }) },
    }
  })
