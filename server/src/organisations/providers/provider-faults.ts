import type { ProviderChannel } from '@millrace/contract/provider'
import type { Limits } from './provider-limits.ts'
import type { ProviderRow } from './provider-row.ts'

/** What can be wrong with a provider that is given, by its field. */
export type Faults = Record<string, string[]>

export const faultsOf = (field: string, sentences: string[]): Faults =>
  sentences.length === 0 ? {} : { [field]: sentences }

export function nameFaults(name: string, others: readonly ProviderRow[]): Faults {
  const isTaken = others.some(other => other.name.toLowerCase() === name.toLowerCase())
  return isTaken ? { name: ['Another provider has this name. Choose another one.'] } : {}
}

export function limitFaults({ most_a_day, warm_up }: Limits): Faults {
  if (warm_up === null) return {}
  if (most_a_day === null)
    return { most_a_day: ['Say how many a day it sends once it is warm: the warm-up ends there.'] }
  return warm_up.start >= most_a_day
    ? { 'warm_up.start': ['Begin with fewer than it sends a day once it is warm.'] }
    : {}
}

/** A mail server for SMS, or an SMS account for e-mail. */
export function foreignFaults(channel: ProviderChannel, given: { smtp?: unknown; sms?: unknown }): Faults {
  const foreign = channel === 'email' ? 'sms' : 'smtp'
  return given[foreign] === undefined
    ? {}
    : { [foreign]: [`This provider sends ${channel === 'email' ? 'e-mails' : 'SMS'}.`] }
}
