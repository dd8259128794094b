import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { ReportKind } from '@millrace/contract/email-feedback'
import { decodeSignature } from '#connections/proof/decode-signature.ts'
import { headerOf } from '#connections/proof/proof.ts'
import { type Provider, type Report, refused } from './provider.ts'
import { fieldsOf, messageIdOf, noteOf, parseJson } from './read-json.ts'

const SIGNATURE = 'x-twilio-email-event-webhook-signature'
const TIMESTAMP = 'x-twilio-email-event-webhook-timestamp'

/**
 * SendGrid signs the time and the body with ECDSA, and shows the public key. Many reports at once; our id comes back as a
 * unique argument and in the smtp-id. A batch is sent again for a day until it is taken, so the time has no limit: what
 * comes twice changes nothing.
 */
export const sendgrid: Provider = {
  keyFault: key =>
    publicKeyOf(key) === undefined
      ? 'This is not a verification key. Copy it from the settings of the Event Webhook in SendGrid.'
      : undefined,
  async hear(key, presented) {
    const given = headerOf(presented, SIGNATURE)
    const time = headerOf(presented, TIMESTAMP)
    if (given === undefined) return refused('no_signature')
    if (time === undefined) return refused('no_timestamp')
    const signature = decodeSignature(given, 'base64')
    const publicKey = publicKeyOf(key)
    const signed = Buffer.concat([Buffer.from(time), presented.body])
    if (signature === undefined || publicKey === undefined || !verify('sha256', signed, publicKey, signature))
      return refused('wrong_signature')
    const body = parseJson(presented.body)
    return Array.isArray(body) ? { kind: 'reports', reports: body.map(reportOf) } : { kind: 'unreadable' }
  },
}

function publicKeyOf(key: string): KeyObject | undefined {
  try {
    const read = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    return read.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? read : undefined
  } catch {
    return undefined
  }
}

function reportOf(event: unknown): Report | undefined {
  const said = fieldsOf(event)
  const kind = kindOf(said)
  if (kind === undefined) return undefined
  return {
    messageId: messageIdOf(said.millrace_id, said['smtp-id']),
    kind,
    note: kind === 'delivered' ? null : noteOf(said.reason ?? said.response),
  }
}

function kindOf({ event, type, reason }: Readonly<Record<string, unknown>>): ReportKind | undefined {
  switch (event) {
    case 'delivered':
      return 'delivered'
    case 'deferred':
      return 'delayed'
    case 'bounce':
      return type === 'blocked' ? 'soft_bounce' : 'hard_bounce'
    case 'spamreport':
      return 'complaint'
    case 'dropped':
      return dropped(String(reason ?? ''))
    default:
      return undefined
  }
}

/** SendGrid keeps a list too, and does not send to the addresses on it. */
function dropped(reason: string): ReportKind {
  if (/^(bounced address|invalid)$/i.test(reason)) return 'hard_bounce'
  return /^spam reporting address$/i.test(reason) ? 'complaint' : 'dropped'
}
