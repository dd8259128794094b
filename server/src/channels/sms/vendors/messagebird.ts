import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { keptDetail } from '../../http/read-result.ts'
import { smsSegments } from '../segments.ts'
import { byStatus, fieldsOf, noAnswer, noCredit, notAllowed, passing, refused, withoutId } from './answers.ts'
import type { SmsReport, SmsStatus, SmsVendor } from './vendor.ts'

/**
 * MessageBird's SMS API. It has two secrets, which are stored as one with a space between them: the access key, with which messages
 * are sent, and the signing key, with which MessageBird signs what it sends here (a token in the header
 * `MessageBird-Signature-JWT`, over the address and the body).
 */
export const messagebird: SmsVendor = {
  faults: ({ authToken, sender }) => [
    ...(authToken === '' || keysOf(authToken).signing !== ''
      ? []
      : ['Give the access key and the signing key, with a space between them.']),
    ...('from' in sender
      ? []
      : ['MessageBird has no messaging services. Give a number or a name as the sender.']),
  ],
  request({ baseUrl, authToken, sender }, message) {
    const body = {
      originator: 'from' in sender ? sender.from : '',
      recipients: [message.to.replace(/^\+/, '')],
      body: message.body,
      datacoding: smsSegments(message.body).encoding === 'GSM-7' ? 'plain' : 'unicode',
      reference: message.id,
      ...(message.statusCallback === undefined ? {} : { reportUrl: message.statusCallback }),
    }
    return {
      method: 'POST',
      url: new URL(`${baseUrl}/messages`),
      headers: {
        authorization: `AccessKey ${keysOf(authToken).access}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    }
  },
  secrets: ({ authToken }) => Object.values(keysOf(authToken)),
  readAnswer(result, redact, now) {
    if (result.kind === 'failure') return noAnswer(result, redact)
    const { status } = result
    const detail = keptDetail(result, redact)
    const { id, errors } = fieldsOf(detail.json)
    if (status >= 200 && status < 300)
      return typeof id === 'string'
        ? { kind: 'delivered', detail: { ...detail, providerId: id } }
        : withoutId(detail)
    const first = fieldsOf(Array.isArray(errors) ? errors[0] : undefined)
    const number = typeof first.code === 'number' ? first.code : undefined
    const code = number === undefined ? `http_${status}` : `provider_${number}`
    const said = `The SMS provider answered ${status}${number === undefined ? '' : `, code ${number}`}.`
    if (number === 25) return noCredit(detail)
    if (number === 2) return notAllowed(said, detail)
    const known = byStatus(result, code, said, redact, now)
    if (known !== undefined) return known
    if (number === 99) return passing(code, said, result, detail, now)
    if (first.parameter === 'originator')
      return refused(
        'invalid_sender',
        'The SMS provider does not take this sender. Correct it in the settings.',
        detail,
      )
    if (first.parameter === 'recipients' || first.parameter === 'recipient')
      return refused('invalid_recipient', 'The SMS provider does not know this phone number.', detail)
    return refused(code, said, detail)
  },
  proves({ headers, url, body, now }, secret) {
    const claims = claimsOf(String(headers['messagebird-signature-jwt'] ?? ''), keysOf(secret).signing)
    if (claims === undefined) return false
    const { iss, nbf, exp, url_hash, payload_hash } = claims
    const seconds = now.getTime() / 1_000
    if (
      iss !== 'MessageBird' ||
      !(Number(nbf) <= seconds + LEEWAY_SECONDS) ||
      !(seconds < Number(exp) + LEEWAY_SECONDS)
    )
      return false
    return (
      url_hash === sha256(url) && (body === '' ? payload_hash === undefined : payload_hash === sha256(body))
    )
  },
  reportIn(params): SmsReport | undefined {
    const providerId = params.get('id')
    const status = statuses.get(params.get('status') ?? '')
    if (!providerId || status === undefined) return undefined
    const errorCode = params.get('statusErrorCode')
    return { providerId, status, ...(errorCode && errorCode !== '0' ? { errorCode } : {}) }
  },
  inboundIn: params => ({
    from: params.get('originator') ?? '',
    // A flow calls it the payload.
    body: params.get('body') ?? params.get('payload') ?? '',
  }),
  answersInResponse: false,
}

/** For clocks that differ. */
const LEEWAY_SECONDS = 60

function keysOf(secret: string): { readonly access: string; readonly signing: string } {
  const [access = '', signing = ''] = secret.trim().split(/\s+/)
  return { access, signing }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Of a token that was signed with the key (RFC 7519, with HMAC-SHA-256). */
function claimsOf(token: string, key: string): Readonly<Record<string, unknown>> | undefined {
  const [header = '', payload = '', signature = '', ...more] = token.split('.')
  if (key === '' || jsonIn(header).alg !== 'HS256' || more.length > 0) return undefined
  const given = Buffer.from(signature, 'base64url')
  const expected = createHmac('sha256', key).update(`${header}.${payload}`).digest()
  return given.length === expected.length && timingSafeEqual(given, expected) ? jsonIn(payload) : undefined
}

function jsonIn(part: string): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')))
  } catch {
    return {}
  }
}

const statuses = new Map<string, SmsStatus>([
  ['scheduled', 'queued'],
  ['buffered', 'sent'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['expired', 'undelivered'],
  ['delivery_failed', 'undelivered'],
])
