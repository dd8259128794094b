import { createHash } from 'node:crypto'
import { type JWTPayload, jwtVerify } from 'jose'
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
  async proves({ headers, url, body, now }, secret) {
    const token = String(headers['messagebird-signature-jwt'] ?? '')
    const claims = await claimsOf(token, keysOf(secret).signing, now)
    if (claims?.url_hash !== sha256(url)) return false
    return claims.payload_hash === (body === '' ? undefined : sha256(body))
  },
  reportIn(params): SmsReport | undefined {
    const providerId = params.get('id')
    const status = statuses.get(params.get('status') ?? '')
    if (!providerId || status === undefined) return undefined
    const errorCode = params.get('statusErrorCode')
    return { providerId, status, ...(errorCode && errorCode !== '0' ? { errorCode } : {}) }
  },
  inboundIn(params) {
    const id = params.get('id')
    return {
      ...(id ? { id } : {}),
      from: params.get('originator') ?? '',
      // A flow calls it the payload.
      body: params.get('body') ?? params.get('payload') ?? '',
    }
  },
  answersInResponse: false,
}

/** For clocks that differ. */
const LEEWAY_SECONDS = 60

function keysOf(secret: string): { readonly access: string; readonly signing: string } {
  const [access = '', signing = ''] = secret.trim().split(/\s+/)
  return { access, signing }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Of a token that MessageBird signed with the key, and that counts now. */
async function claimsOf(token: string, key: string, now: Date): Promise<JWTPayload | undefined> {
  // Without a key anyone could sign.
  if (key === '') return undefined
  try {
    const { payload } = await jwtVerify(token, Buffer.from(key), {
      algorithms: ['HS256'],
      issuer: 'MessageBird',
      requiredClaims: ['nbf', 'exp'],
      clockTolerance: LEEWAY_SECONDS,
      currentDate: now,
    })
    return payload
  } catch {
    return undefined
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
