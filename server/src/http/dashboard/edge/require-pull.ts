import type { PullChange } from '@millrace/contract/dashboard/connections'
import { keepsSecret, pullFaults, secretFault } from '#connections/pull/pull-faults.ts'
import type { StoredPull } from '#connections/pull/settings.ts'
import type { HttpParts } from '../../parts.ts'
import { Refusal } from '../../refusal.ts'

export type RequiredPull = Omit<PullChange, 'secret' | 'each'> & { readonly secret: string | null }

/** Where and how to fetch, as a body says it, after everything in it was looked at. Without a secret, the stored one. */
export function requirePull(
  { policy }: Pick<HttpParts, 'policy'>,
  { secret: given, each, ...pull }: PullChange,
  stored: StoredPull | undefined,
): RequiredPull {
  const faults = pullFaults(pull, policy, each)
  if (pull.auth === 'none') return settled(faults, { ...pull, secret: null })
  if (given !== undefined) {
    const fault = secretFault(pull.auth, given)
    if (fault !== undefined) faults.secret = [fault]
    return settled(faults, { ...pull, secret: given })
  }
  if (faults.url === undefined) {
    if (stored === undefined || stored.secret === null) faults.secret = ['is missing']
    else if (!keepsSecret(stored, pull))
      faults.secret = [
        'Enter the secret again: the stored one is for another host, or is sent in another way.',
      ]
  }
  return settled(faults, { ...pull, secret: stored?.secret ?? null })
}

function settled(faults: ReturnType<typeof pullFaults>, pull: RequiredPull): RequiredPull {
  if (Object.keys(faults).length > 0) throw new Refusal('validation_failed', { errors: faults })
  return pull
}
