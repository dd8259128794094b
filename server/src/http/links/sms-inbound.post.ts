import { links } from '@millrace/contract/operations/links'
import { isPhone } from '@millrace/contract/phone'
import { escapeHtml } from '#base/escape-html.ts'
import { isStoredId } from '#base/ids.ts'
import { type Language, languageOf, wordsIn } from '#channels/guest-words.ts'
import { readKeyword, type SmsWish } from '#channels/sms/keywords.ts'
import { inboundPath, verifyStatusCallback } from '#channels/sms/status-callback.ts'
import { inTenant } from '#db/database.ts'
import { smsTokens } from '#organisations/providers/sms-tokens.ts'
import { heedSms } from '#runs/commands/heed-sms.ts'
import { bind } from '../bind.ts'
import { Refusal } from '../refusal.ts'
import { formOf } from './accept-forms.ts'

/**
 * Where the provider passes on what guests write: STOP, START and HELP are heeded and answered, everything else is for
 * people. A number that nobody has is answered in the same way, so the answer says nothing about who is a guest.
 */
export default bind(links.receiveSms, parts => async (request, reply) => {
  const { organisationId } = request.params
  if (!isStoredId(organisationId)) throw new Refusal('not_found')
  const form = formOf(request)
  const signature = String(request.headers['x-twilio-signature'] ?? '')
  const url = parts.config.baseUrl + inboundPath(organisationId)
  const words = form.get('Body') ?? ''
  const from = form.get('From') ?? ''
  const said = wishIn(form)
  const answer = await inTenant(parts.database, organisationId, async tx => {
    const tokens = await smsTokens(tx, parts.sealer, organisationId)
    if (!tokens.some(token => verifyStatusCallback(url, form, signature, token))) return 'forged'
    if (said === undefined || !isPhone(from)) return undefined
    const { rows } = await tx.query<{ name: string; locale: string | null }>(
      `SELECT name, settings ->> 'locale' AS locale FROM organisations WHERE id = $1`,
      [organisationId],
    )
    const { name, locale } = rows[0] as (typeof rows)[number]
    const { wish } = said
    const guest =
      wish === 'help' ? undefined : await heedSms(tx, parts, organisationId, { from, wish, words })
    if (said.isAnswered) return undefined
    const language = languageOf(guest?.language, said.language, locale)
    return wordsIn(language).sms[wish](name)
  })
  if (answer === 'forged') return reply.code(403).send()
  const message = answer === undefined ? '' : `<Message><Body>${escapeHtml(answer)}</Body></Message>`
  return reply
    .type('text/xml; charset=utf-8')
    .send(`<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`)
})

interface Said {
  readonly wish: SmsWish
  readonly language: Language | undefined
  /** The provider has answered already. */
  readonly isAnswered: boolean
}

/** Twilio's Advanced Opt-Out says itself what a word means, in OptOutType, and answers it. */
function wishIn(form: URLSearchParams): Said | undefined {
  const type = form.get('OptOutType')?.toLowerCase()
  const read = readKeyword(form.get('Body') ?? '')
  if (type === 'stop' || type === 'start' || type === 'help')
    return { wish: type, language: read?.language, isAnswered: true }
  return read && { ...read, isAnswered: false }
}
