import type { Proof } from '@millrace/contract/connection-proof'
import { proveHmac } from './hmac.ts'
import { proveJwt } from './jwt.ts'
import type { KeySetAt } from './key-sets.ts'
import { type Presented, proved, refused, type Verdict } from './proof.ts'
import { proveSharedSecret } from './shared-secret.ts'
import { proveStandardWebhooks } from './standard-webhooks.ts'
import { proveStripe } from './stripe.ts'

/** Whether a delivery comes from where it says. During a change of the secret, the old and the new one count. */
export async function prove(
  proof: Proof,
  secrets: readonly string[],
  presented: Presented,
  keySetAt: KeySetAt = async () => undefined,
): Promise<Verdict> {
  if (proof.scheme === 'none') return proved
  if (secrets.length === 0) return refused('no_secret')
  switch (proof.scheme) {
    case 'hmac':
      return proveHmac(proof, secrets, presented)
    case 'standard_webhooks':
      return proveStandardWebhooks(proof, secrets, presented)
    case 'stripe':
      return proveStripe(proof, secrets, presented)
    case 'jwt':
      return proveJwt(proof, secrets, presented, keySetAt)
    case 'shared_secret':
      return proveSharedSecret(proof, secrets, presented)
  }
}
