import { classOf } from '@millrace/contract/node'
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
    const messageClass = classOf(node)
    const channel = node.type === 'send_email' ? ('email' as const) : ('sms' as const)
    return messageClass === undefined || mayReach(channel, messageClass, guest).kind === 'no'
      ? []
      : [{ messageClass, channel }]
  })
  return (
    messages.length > 0 &&
    messages.every(
      ({ messageClass, channel }) =>
        messageClass === 'marketing' && capReached(channel, caps, sent[channel], now) !== undefined,
    )
  )
}
