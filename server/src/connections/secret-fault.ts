import type { AddressPolicy } from '#channels/guard/policy.ts'
import { fetchKeySet } from './fetch-key-set.ts'
import { readKeySet } from './proof/jwt.ts'
import { isKeySetAddress } from './proof/key-sets.ts'
import type { Vendor } from './vendors/vendor.ts'

/** Whether something is fetched to check the secret. */
export const isFetched = ({ proof }: Vendor, secret: string): boolean =>
  proof.scheme === 'jwt' && isKeySetAddress(secret)

/** What is wrong with a secret, as a sentence. An address is tried at once, while the person who enters it can still fix it. */
export async function secretFault(
  policy: AddressPolicy,
  organisationId: string,
  vendor: Vendor,
  secret: string,
): Promise<string | undefined> {
  if (!isFetched(vendor, secret)) return vendor.secretFault?.(secret)
  const fetched = await fetchKeySet(policy, organisationId, secret)
  if ('fault' in fetched) return fetched.fault
  return (await readKeySet(fetched.text)).length > 0 ? undefined : 'The address has no key set.'
}
