import { isPhone } from '@millrace/contract/phone'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#base/escape-html.ts'
import { isStoredId } from '#base/ids.ts'
import { type Language, languageOf, wordsIn } from '#channels/guest-words.ts'
import { readKeyword, type SmsWish } from '#channels/sms/keywords.ts'
import type { InboundSms } from '#channels/sms/vendors/vendor.ts'
import { inTenant } from '#db/database.ts'
import { writeSmsAnswer } from '#messages/write-sms-answer.ts'
import { provenBy, smsAccounts } from '#organisations/providers/sms-accounts.ts'
import { heedSms } from '#runs/commands/heed-sms.ts'
import type { HttpParts } from '../parts.ts'
import { Refusal } from '../refusal.ts'
import { sentToUs } from './accept-forms.ts'

/**
 * Takes what an SMS provider passes on from guests: STOP, START and HELP are heeded and answered, everything else is for
 * people. A number that nobody has is answered in the same way, so the answer says nothing about who is a guest.
 */
export async function takeSms(
  parts: HttpParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { organisationId }: { readonly organisationId: string },
): Promise<FastifyReply> {
  if (!isStoredId(organisationId)) throw new Refusal('not_found')
  const sent = sentToUs(request, parts.config.baseUrl)
  const taken = await inTenant(parts.database, organisationId, async tx => {
    const vendor = await provenBy(await smsAccounts(tx, parts.sealer, organisationId), sent)
    if (vendor === undefined) return undefined
    const { answersInResponse } = vendor
    const sms = vendor.inboundIn(sent.params)
    const said = sms && wishIn(sms)
    const from = sms === undefined ? '' : withPlus(sms.from)
    if (sms === undefined || said === undefined || !isPhone(from)) return { answersInResponse }
    const { rows } = await tx.query<{ name: string; locale: string | null }>(
      `SELECT name, settings ->> 'locale' AS locale FROM organisations WHERE id = $1`,
      [organisationId],
    )
    const { name, locale } = rows[0] as (typeof rows)[number]
    const { wish } = said
    const guest = await heedSms(tx, parts, organisationId, { from, wish, words: sms.body })
    if (said.isAnswered) return { answersInResponse }
    const answer = wordsIn(languageOf(guest?.language, said.language, locale)).sms[wish](name)
    if (!answersInResponse)
      await writeSmsAnswer(tx, { organisationId, guestId: guest?.id ?? null, recipient: from, body: answer })
    return { answersInResponse, answer }
  })
  if (taken === undefined) return reply.code(403).send()
  if (!taken.answersInResponse) return reply.code(200).send()
  const message =
    taken.answer === undefined ? '' : `<Message><Body>${escapeHtml(taken.answer)}</Body></Message>`
  return reply
    .type('text/xml; charset=utf-8')
    .send(`<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`)
}

interface Said {
  readonly wish: SmsWish
  readonly language: Language | undefined
  /** The provider has answered already. */
  readonly isAnswered: boolean
}

function wishIn({ body, heeded }: InboundSms): Said | undefined {
  const read = readKeyword(body)
  if (heeded !== undefined) return { wish: heeded, language: read?.language, isAnswered: true }
  return read && { ...read, isAnswered: false }
}

/** Some providers write numbers without it. */
const withPlus = (number: string) => (/^\d+$/.test(number) ? `+${number}` : number)
