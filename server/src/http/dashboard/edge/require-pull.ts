import type { PullChange } from '@millrace/contract/dashboard/connections'
import type { PullSecrets } from '#connections/pull/page-request.ts'
import { keepsSecond, keepsSecret, pullFaults, secretFault } from '#connections/pull/pull-faults.ts'
import type { StoredPull } from '#connections/pull/settings.ts'
import type { HttpParts } from '../../parts.ts'
import { Refusal } from '../../refusal.ts'

export type RequiredPull = Omit<PullChange, 'secret' | 'second_secret' | 'each'> & PullSecrets

const ENTER_AGAIN = 'Enter the secret again: the stored one is for another host, or is sent in another way.'

/** Where and how to fetch, as a body says it, after everything in it was looked at. Without a secret, the stored one. */
export function requirePull(
  { policy }: Pick<HttpParts, 'policy'>,
  { secret, second_secret, each, ...given }: PullChange,
  stored: StoredPull | undefined,
): RequiredPull {
  const pull = { ...given, ...keptParts(given, stored) }
  const faults = pullFaults(pull, policy, each)
  // A stored secret is compared by addresses, so these have to be right.
  const isComparable = faults.url === undefined && faults['oauth.token_url'] === undefined
  const chosen = (field: keyof PullSecrets, given: string | undefined, keeps: typeof keepsSecret) => {
    if (given !== undefined) {
      const fault = secretFault(field === 'secret' ? pull.auth : 'header', given)
      if (fault !== undefined) faults[field] = [fault]
      return given
    }
    const kept = stored?.[field] ?? null
    if (isComparable) {
      if (stored === undefined || kept === null) faults[field] = ['is missing']
      else if (!keeps(stored, pull)) faults[field] = [ENTER_AGAIN]
    }
    return kept
  }
  const required = {
    ...pull,
    secret: pull.auth === 'none' ? null : chosen('secret', secret, keepsSecret),
    second_secret: pull.second_header == null ? null : chosen('second_secret', second_secret, keepsSecond),
  }
  if (Object.keys(faults).length > 0) throw new Refusal('validation_failed', { errors: faults })
  return required
}

/** A page that was loaded before an upgrade does not know these, and shall not remove them. null removes. */
function keptParts({ auth, oauth, second_header }: PullChange, stored: StoredPull | undefined) {
  const keptHeader = auth === 'none' ? null : stored?.second_header
  const keptOauth = auth === 'oauth' ? stored?.oauth : null
  return {
    oauth: (oauth === undefined ? keptOauth : oauth) ?? null,
    second_header: (second_header === undefined ? keptHeader : second_header) ?? null,
  }
}
