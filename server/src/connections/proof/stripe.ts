import { createHmac } from 'node:crypto'
import type { StripeProof } from '@millrace/contract/connection-proof'
import { checkTime } from './check-time.ts'
import { decodeSignature } from './decode-signature.ts'
import { anyEqual } from './equal.ts'
import { headerOf, type Prove, refused } from './proof.ts'

const TOLERANCE_SECONDS = 300

/**
 * Stripe, "Verify webhook signatures manually": the header has a time (t) and signatures (v1), separated by commas; one
 * is HMAC-SHA256 over time, full stop and body, in hex. Signatures of other schemes (v0) are ignored.
 */
export const proveStripe: Prove<StripeProof> = (proof, secrets, presented) => {
  const written = headerOf(presented, 'stripe-signature')
  if (written === undefined) return refused('no_signature')
  const parts = written.split(',').map(part => part.trim())
  const valuesOf = (name: string) =>
    parts.filter(part => part.startsWith(`${name}=`)).map(part => part.slice(name.length + 1))
  const [time, ...more] = valuesOf('t')
  if (time === undefined || more.length > 0) return refused('no_timestamp')
  const signatures = valuesOf('v1')
    .map(one => decodeSignature(one, 'hex'))
    .filter(one => one !== undefined)
  const expected = secrets.map(secret =>
    createHmac('sha256', secret).update(`${time}.`).update(presented.body).digest(),
  )
  if (!anyEqual(signatures, expected)) return refused('wrong_signature')
  return checkTime(time, presented.now, proof.tolerance_seconds ?? TOLERANCE_SECONDS)
}
