import type { ReportKind } from '@millrace/contract/email-feedback'
import { anyEqual } from '#connections/proof/equal.ts'
import { headerOf } from '#connections/proof/proof.ts'
import { type Provider, type Report, refused } from './provider.ts'
import { fieldsOf, messageIdOf, noteOf, parseJson } from './read-json.ts'

/**
 * Postmark signs nothing: it sends the name and the password that are set for the webhook, by HTTP basic authentication. One
 * report each; our id comes back as metadata of the message.
 */
export const postmark: Provider = {
  keyFault: key =>
    key.length >= 16 && !/\s/.test(key)
      ? undefined
      : 'Use a password of at least 16 characters without spaces, and enter the same one in Postmark.',
  async hear(key, presented) {
    const given = headerOf(presented, 'authorization')
    if (given === undefined) return refused('no_signature')
    const [, password = ''] = /^Basic\s+(\S+)$/i.exec(given) ?? []
    const typed = Buffer.from(password, 'base64').toString()
    const secret = Buffer.from(typed.slice(typed.indexOf(':') + 1))
    if (!anyEqual([secret], [Buffer.from(key)])) return refused('wrong_signature')
    const body = parseJson(presented.body)
    return body === undefined ? { kind: 'unreadable' } : { kind: 'reports', reports: [reportOf(body)] }
  },
}

function reportOf(body: unknown): Report | undefined {
  const said = fieldsOf(body)
  const kind = kindOf(said)
  if (kind === undefined) return undefined
  const metadata = fieldsOf(said.Metadata)
  return {
    messageId: messageIdOf(metadata['millrace-id']),
    kind,
    note: kind === 'delivered' ? null : noteOf(said.Name, said.Details ?? said.Description),
  }
}

/** By its type; the others, such as answers of people who are away, say nothing about the address. */
const kinds = new Map<unknown, ReportKind>([
  ['HardBounce', 'hard_bounce'],
  ['BadEmailAddress', 'hard_bounce'],
  ['SoftBounce', 'soft_bounce'],
  ['DnsError', 'soft_bounce'],
  ['Undeliverable', 'soft_bounce'],
  ['Blocked', 'dropped'],
  ['SpamNotification', 'dropped'],
  ['VirusNotification', 'dropped'],
  ['DMARCPolicy', 'dropped'],
  ['Transient', 'delayed'],
  ['SpamComplaint', 'complaint'],
])

function kindOf({ RecordType, Type }: Readonly<Record<string, unknown>>): ReportKind | undefined {
  if (RecordType === 'Delivery') return 'delivered'
  if (RecordType === 'SpamComplaint') return 'complaint'
  return RecordType === 'Bounce' ? kinds.get(Type) : undefined
}
