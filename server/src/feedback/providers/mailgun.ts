import { createHmac } from 'node:crypto'
import type { ReportKind } from '@millrace/contract/email-feedback'
import { checkTime } from '#connections/proof/check-time.ts'
import { decodeSignature } from '#connections/proof/decode-signature.ts'
import { anyEqual } from '#connections/proof/equal.ts'
import { type Provider, type Report, refused } from './provider.ts'
import { fieldsOf, messageIdOf, noteOf, parseJson, textOf } from './read-json.ts'

/** Mailgun sends a report again for eight hours. */
const TOLERANCE_SECONDS = 24 * 3_600

/**
 * Mailgun signs a time and a token, and not the body, so a token counts for one body only. One report each; our id comes
 * back as a variable and in the Message-ID.
 */
export const mailgun: Provider = {
  keyFault: key =>
    key.length >= 16 && !/\s/.test(key)
      ? undefined
      : 'This is not a webhook signing key. Copy it from the settings of your Mailgun account.',
  async hear(key, presented) {
    const body = fieldsOf(parseJson(presented.body))
    const { timestamp, token, signature } = fieldsOf(body.signature)
    const time = typeof timestamp === 'number' ? String(timestamp) : textOf(timestamp)
    const once = textOf(token)
    const given = decodeSignature(textOf(signature) ?? '', 'hex')
    if (given === undefined || once === undefined) return refused('no_signature')
    if (time === undefined) return refused('no_timestamp')
    const expected = createHmac('sha256', key).update(time).update(once).digest()
    if (!anyEqual([given], [expected])) return refused('wrong_signature')
    const near = checkTime(time, presented.now, TOLERANCE_SECONDS)
    if (!near.ok) return refused(near.reason)
    return { kind: 'reports', reports: [reportOf(body['event-data'])], token: once }
  },
}

function reportOf(data: unknown): Report | undefined {
  const said = fieldsOf(data)
  const kind = kindOf(said)
  if (kind === undefined) return undefined
  const headers = fieldsOf(fieldsOf(said.message).headers)
  const status = fieldsOf(said['delivery-status'])
  return {
    messageId: messageIdOf(fieldsOf(said['user-variables']).millrace_id, headers['message-id']),
    kind,
    note: kind === 'delivered' ? null : noteOf(textOf(status.message) ?? status.description),
  }
}

function kindOf({ event, severity, reason }: Readonly<Record<string, unknown>>): ReportKind | undefined {
  switch (event) {
    case 'delivered':
      return 'delivered'
    case 'complained':
      return 'complaint'
    case 'rejected':
      return 'dropped'
    case 'failed':
      return failed(severity, reason)
    default:
      return undefined
  }
}

/** "old": Mailgun has given up, after it has tried for hours. It says so of temporary failures too. */
function failed(severity: unknown, reason: unknown): ReportKind {
  if (reason === 'old') return 'soft_bounce'
  if (severity === 'temporary') return 'delayed'
  if (reason === 'suppress-complaint') return 'complaint'
  if (reason === 'suppress-unsubscribe' || reason === 'espblock') return 'dropped'
  return 'hard_bounce'
}
