import { type Static, Type } from 'typebox'
import { nullable, words } from './common.ts'

/** A TXT record as it is entered at the company that keeps the domain. */
export const DnsRecord = Type.Object({ name: Type.String(), value: Type.String() })
export type DnsRecord = Static<typeof DnsRecord>

/** The domain that e-mails come from, and whether Millrace signs them. */
export const Sender = Type.Object({
  domain: Type.String(),
  signs: Type.Boolean({ description: 'Whether e-mails are signed with DKIM by Millrace.' }),
  publish: nullable(DnsRecord, 'The record of a DKIM key that was not found in the DNS yet.'),
})
export type Sender = Static<typeof Sender>

export const senderChecks = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' } as const
export type SenderCheckName = keyof typeof senderChecks

/** What receivers find out about the sender, and what to do about it. */
export const SenderCheck = Type.Object({
  check: words(Object.keys(senderChecks) as SenderCheckName[]),
  verdict: words(['good', 'warning', 'bad', 'unknown']),
  message: Type.String(),
  found: Type.Array(Type.String(), { description: 'The records that were found.' }),
  publish: nullable(DnsRecord, 'A record that would help.'),
})
export type SenderCheck = Static<typeof SenderCheck>
export type SenderVerdict = SenderCheck['verdict']

export const SenderChecked = Type.Object({ sender: Sender, checks: Type.Array(SenderCheck) })
export type SenderChecked = Static<typeof SenderChecked>

export const SenderChanged = Type.Object({ message: Type.String(), sender: Sender })
