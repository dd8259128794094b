import type { Duration } from '@millrace/contract/calendar'
import type { NodeOf } from '@millrace/contract/node'
import type { OrganisationSettings } from '@millrace/contract/settings'
import { durationBefore } from '#calendar/duration.ts'
import { quietUntil } from '#calendar/quiet-hours.ts'
import type { GuestFacts } from '#workflows/facts.ts'
import { localisationOf } from './localisation.ts'
import type { MessageChannel, SkipReason, StepDetail, StepFacts } from './step.ts'

export type ContactPermission =
  | { readonly kind: 'yes'; readonly address: string }
  | { readonly kind: 'no'; readonly reason: SkipReason; readonly detail: StepDetail }
  | { readonly kind: 'later'; readonly until: Date }

/**
 * Whether the guest may be contacted now. Checked at the moment of sending, whatever started the run. The order
 * matters: a guest who may not be contacted at all is refused at once, not held until the morning and refused then.
 * Consent, quiet hours and caps are rules of marketing; the budget limits what is spent, so it holds for every SMS.
 */
export function mayContact(channel: MessageChannel, sent: Sent, stepFacts: StepFacts): ContactPermission {
  const { facts, settings, allowance } = stepFacts
  const reached = mayReach(channel, sent, facts.guest)
  if (reached.kind === 'no') return reached

  const limited = isMarketing(sent) ? limitsOfMarketing(channel, stepFacts) : undefined
  if (limited !== undefined) return limited
  if (channel === 'sms' && allowance.left.sms !== null && allowance.left.sms < 1) {
    return no('sms_budget_spent', { budget: settings.budgets.sms_a_day })
  }
  return reached
}

/** What decides about a message, of the step that sends it. */
type Sent = Pick<NodeOf<'send_email' | 'send_sms'>, 'class' | 'topic'>

const isMarketing = (sent: Sent) => sent.class !== 'transactional'

/** Whether the guest may be contacted at all, at whatever time. */
export function mayReach(
  channel: MessageChannel,
  sent: Sent,
  guest: GuestFacts,
): Exclude<ContactPermission, { kind: 'later' }> {
  const address = channel === 'email' ? guest.email : guest.phone
  const hasConsented = channel === 'email' ? guest.email_consent : guest.sms_consent
  if (guest.do_not_contact) return no('do_not_contact')
  if (isMarketing(sent)) {
    if (!hasConsented) return no('no_consent')
    const { topic } = sent
    if (topic !== undefined && guest.topics_off?.includes(topic)) return no('topic_off', { topic })
  }
  if (address === null || address === '') return no('no_address')
  const suppressed = guest.suppressed?.[channel]
  if (suppressed !== undefined) return no('suppressed', { suppressed_because: suppressed })
  return { kind: 'yes', address }
}

function limitsOfMarketing(
  channel: MessageChannel,
  stepFacts: StepFacts,
): Exclude<ContactPermission, { kind: 'yes' }> | undefined {
  const { now, settings, allowance } = stepFacts
  const { timeZone } = localisationOf(stepFacts)
  for (const quiet of settings.quiet_hours) {
    const until = quietUntil(now, timeZone, quiet)
    if (until !== undefined) return { kind: 'later', until }
  }
  const reached = capReached(channel, settings.caps, allowance.sent[channel], now)
  return reached && no('frequency_cap', reached)
}

/** The first cap of a channel that is reached, and by how many messages. */
export function capReached(
  channel: MessageChannel,
  caps: OrganisationSettings['caps'],
  sentAt: readonly Date[],
  now: Date,
): { readonly most: number; readonly within: Duration; readonly sent: number } | undefined {
  for (const { channel: of, most, within } of caps) {
    if (of !== channel) continue
    const since = durationBefore(now, within)
    const sent = sentAt.filter(at => at > since).length
    if (sent >= most) return { most, within, sent }
  }
  return undefined
}

const no = (reason: SkipReason, detail: StepDetail = {}) => ({
  kind: 'no' as const,
  reason,
  detail,
})
