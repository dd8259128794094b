import type { OrganisationSettings } from '@millrace/contract/settings'
import type { CompiledVersion } from '#workflows/compile.ts'
import type { GuestFacts } from '#workflows/facts.ts'
import { capReached, mayReach } from './may-contact.ts'
import type { Allowance } from './step.ts'

interface Limits {
  readonly caps: OrganisationSettings['caps']
  readonly sent: Allowance['sent']
  readonly now: Date
}

/** Whether caps would hold back every message that may reach the guest, if all of them were due now. */
export function isCapped(
  { nodes }: CompiledVersion,
  guest: GuestFacts,
  { caps, sent, now }: Limits,
): boolean {
  const messages = [...nodes.values()].flatMap(node => {
    if (node.type !== 'send_email' && node.type !== 'send_sms') return []
    const channel = node.type === 'send_email' ? ('email' as const) : ('sms' as const)
    return mayReach(channel, node, guest).kind === 'no' ? [] : [{ node, channel }]
  })
  return (
    messages.length > 0 &&
    messages.every(
      ({ node, channel }) =>
        node.class !== 'transactional' && capReached(channel, caps, sent[channel], now) !== undefined,
    )
  )
}
