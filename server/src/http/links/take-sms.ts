import { isPhone } from '@millrace/contract/phone'
import { defaultSettings } from '@millrace/contract/settings'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#base/escape-html.ts'
import { isStoredId } from '#base/ids.ts'
import { type Language, languageOf, wordsIn } from '#channels/guest-words.ts'
import { readKeyword, type SmsWish } from '#channels/sms/keywords.ts'
import type { InboundSms } from '#channels/sms/vendors/vendor.ts'
import { inTenant } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { forwardSms } from '#messages/forward-sms.ts'
import { receiveSms, type StoredSms } from '#messages/receive-sms.ts'
import { writeSmsAnswer } from '#messages/write-sms-answer.ts'
import { provenBy, smsAccounts } from '#organisations/providers/sms-accounts.ts'
import { readSettings } from '#organisations/settings/read-settings.ts'
import { countSmsAnswer } from '#runs/commands/count-sms-answer.ts'
import { heedSms } from '#runs/commands/heed-sms.ts'
import type { HttpParts } from '../parts.ts'
import { Refusal } from '../refusal.ts'
import { sentToUs } from './accept-forms.ts'

/** More than a person writes: it is a machine, and answering it may never end. */
const MOST_AN_HOUR = 10

/**
 * Takes what an SMS provider passes on from guests, each once: STOP, START and HELP are heeded and answered, everything else is
 * for people, and is forwarded to where the organisation gets replies. A number that nobody has is answered in the same way, so
 * the answer says nothing about who is a guest.
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
    const from = sms === undefined ? '' : withPlus(sms.from)
    if (sms === undefined || !isPhone(from)) return { answersInResponse }
    const said = wishIn(sms)
    const received = await receiveSms(tx, {
      organisationId,
      providerId: sms.id?.slice(0, LONGEST_ID) ?? null,
      sender: from,
      body: sms.body,
      wish: said?.wish ?? null,
    })
    if (received === undefined) return { answersInResponse }
    if (said === undefined) {
      await passOn(tx, parts, organisationId, received, { from, body: sms.body })
      return { answersInResponse }
    }
    const { wish } = said
    const guest = await heedSms(tx, parts, organisationId, { from, wish, words: sms.body })
    if (said.isAnswered || received.inAnHour > MOST_AN_HOUR) return { answersInResponse }
    const { rows } = await tx.query<{ name: string; locale: string | null; zone: string | null }>(
      `SELECT name, settings ->> 'locale' AS locale, settings ->> 'time_zone' AS zone FROM organisations WHERE id = $1`,
      [organisationId],
    )
    const { name, locale, zone } = rows[0] as (typeof rows)[number]
    await countSmsAnswer(tx, organisationId, zone ?? defaultSettings.time_zone)
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

/** To the reply-to address of the organisation, and to nobody where it has none: then it is in the guest's activity only. */
async function passOn(
  tx: Sql,
  { config }: HttpParts,
  organisationId: string,
  sms: StoredSms,
  { from, body }: { readonly from: string; readonly body: string },
): Promise<void> {
  const email = (await readSettings(tx, organisationId))?.settings.email
  if (email?.reply_to === undefined || sms.inAnHour > MOST_AN_HOUR) return
  await forwardSms(tx, {
    ...{ organisationId, sms, sender: from, body },
    recipient: email.reply_to,
    baseUrl: config.baseUrl,
    kept: email.smtp === null,
  })
}

/** Of every provider shorter. */
const LONGEST_ID = 200

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
