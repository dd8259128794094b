import { createHmac, timingSafeEqual } from 'node:crypto'
import { keptDetail } from '../../http/read-result.ts'
import { smsSegments } from '../segments.ts'
import { byStatus, fieldsOf, noAnswer, noCredit, notAllowed, passing, refused, withoutId } from './answers.ts'
import type { SmsReport, SmsStatus, SmsVendor } from './vendor.ts'

/**
 * Vonage's SMS API, with the signature secret of the account in place of its API secret: it signs what is sent there, and Vonage
 * signs with it what it sends here (its guide "Signing messages"). The account is the API key.
 */
export const vonage: SmsVendor = {
  faults: ({ accountSid, sender }) => [
    ...(/^\w{1,64}$/.test(accountSid) ? [] : ['The API key must be letters and digits.']),
    ...('from' in sender ? [] : [`Vonage has no messaging services. Give a number or a name as the sender.`]),
  ],
  request({ baseUrl, accountSid, authToken, sender }, message) {
    const from = 'from' in sender ? sender.from : ''
    const form = new URLSearchParams({
      api_key: accountSid,
      from: bare(from),
      to: bare(message.to),
      text: message.body,
      type: smsSegments(message.body).encoding === 'GSM-7' ? 'text' : 'unicode',
      'client-ref': message.id,
      timestamp: String(Math.floor(message.at.getTime() / 1_000)),
    })
    if (message.statusCallback !== undefined) form.set('callback', message.statusCallback)
    form.set('sig', sign(listed(form), authToken).toString('hex').toUpperCase())
    return {
      method: 'POST',
      url: new URL(`${baseUrl}/sms/json`),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    }
  },
  secrets: ({ authToken }) => [authToken],
  readAnswer(result, redact, now) {
    if (result.kind === 'failure') return noAnswer(result, redact)
    const detail = keptDetail(result, redact)
    const said = `The SMS provider answered ${result.status}`
    const known = byStatus(result, `http_${result.status}`, `${said}.`, redact, now)
    if (known !== undefined) return known
    const { messages } = fieldsOf(detail.json)
    // A long text is several messages; the first says whether it was taken.
    const first = fieldsOf(Array.isArray(messages) ? messages[0] : undefined)
    const number = String(first.status ?? '')
    const id = first['message-id']
    if (number === '0')
      return typeof id === 'string'
        ? { kind: 'delivered', detail: { ...detail, providerId: id } }
        : withoutId(detail)
    if (number === '') return refused(`http_${result.status}`, `${said}.`, detail)
    const sentence = `${said}, code ${number}.`
    if (notAllowedHere.has(number)) return notAllowed(sentence, detail)
    if (number === '9') return noCredit(detail)
    if (number === '1' || number === '10') return passing(`provider_${number}`, sentence, result, detail, now)
    // Its own fault in the middle: it may have taken the message.
    if (number === '5')
      return { kind: 'retry', code: 'provider_5', message: sentence, detail: { ...detail, uncertain: true } }
    const [code, meaning] = meanings.get(number) ?? [`provider_${number}`, sentence]
    return refused(code, meaning, detail)
  },
  proves({ params, now }, secret) {
    const given = Buffer.from((params.get('sig') ?? '').toLowerCase(), 'hex')
    const time = Number(params.get('timestamp'))
    if (secret === '' || given.length === 0 || Math.abs(now.getTime() / 1_000 - time) > BELIEVED_SECONDS)
      return false
    const expected = sign(listed(params), secret)
    return given.length === expected.length && timingSafeEqual(given, expected)
  },
  reportIn(params): SmsReport | undefined {
    const providerId = params.get('messageId')
    const status = statuses.get(params.get('status') ?? '')
    if (!providerId || status === undefined) return undefined
    const errorCode = params.get('err-code')
    return { providerId, status, ...(errorCode && errorCode !== '0' ? { errorCode } : {}) }
  },
  inboundIn(params) {
    const id = params.get('messageId')
    return { ...(id ? { id } : {}), from: params.get('msisdn') ?? '', body: params.get('text') ?? '' }
  },
  answersInResponse: false,
}

/** It sends again for a day what was not taken. */
const BELIEVED_SECONDS = 25 * 3_600

/** Numbers are written without a plus. */
const bare = (number: string) => (/^\+\d+$/.test(number) ? number.slice(1) : number)

/** What is signed: every parameter but the signature, by name, with the marks between them taken out of the values. */
const listed = (params: URLSearchParams): string =>
  [...params]
    .filter(([name]) => name !== 'sig')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `&${name}=${value.replace(/[&=]/g, '_')}`)
    .join('')

/** Of the methods that an account can choose, the one that is asked for: MD5, which accounts begin with, proves nothing. */
const sign = (text: string, secret: string): Buffer => createHmac('sha256', secret).update(text).digest()

const statuses = new Map<string, SmsStatus>([
  ['accepted', 'sent'],
  ['buffered', 'sent'],
  ['delivered', 'delivered'],
  ['expired', 'undelivered'],
  ['failed', 'failed'],
  ['rejected', 'failed'],
])

const notAllowedHere = new Set(['4', '8', '11', '14', '32'])

const meanings = new Map<string, readonly [code: string, message: string]>([
  ['6', ['invalid_recipient', 'The SMS provider cannot reach this phone number.']],
  ['7', ['recipient_unsubscribed', 'The SMS provider sends nothing to this phone number.']],
  ['12', ['message_too_long', 'The message is too long for the SMS provider.']],
  ['15', ['invalid_sender', 'The SMS provider does not take this sender. Correct it in the settings.']],
  ['29', ['region_not_allowed', 'The SMS account does not send to this number. Allow it at the provider.']],
  ['33', ['invalid_recipient', 'The SMS provider says that this phone number is no longer in use.']],
])
