import { createHmac } from 'node:crypto'
import type { StandardWebhooksProof } from '@millrace/contract/connection-proof'
import { checkTime } from './check-time.ts'
import { decodeSignature } from './decode-signature.ts'
import { anyEqual } from './equal.ts'
import { headerOf, type Prove, refused } from './proof.ts'

const TOLERANCE_SECONDS = 300
const PREFIX = 'whsec_'

/**
 * Standard Webhooks, "Signature scheme": HMAC-SHA256 over id, time and body with full stops between them, with the secret
 * decoded from base64. The header can have several signatures, separated by spaces; those of other versions are ignored.
 */
export const proveStandardWebhooks: Prove<StandardWebhooksProof> = (proof, secrets, presented) => {
  const id = headerOf(presented, 'webhook-id')
  const time = headerOf(presented, 'webhook-timestamp')
  const written = headerOf(presented, 'webhook-signature')
  if (id === undefined || written === undefined) return refused('no_signature')
  if (time === undefined) return refused('no_timestamp')
  const signatures = written
    .split(' ')
    .filter(one => one.startsWith('v1,'))
    .map(one => decodeSignature(one.slice('v1,'.length), 'base64'))
    .filter(one => one !== undefined)
  const expected = secrets.map(secret =>
    createHmac('sha256', keyOf(secret)).update(`${id}.${time}.`).update(presented.body).digest(),
  )
  if (!anyEqual(signatures, expected)) return refused('wrong_signature')
  return checkTime(time, presented.now, proof.tolerance_seconds ?? TOLERANCE_SECONDS)
}

/** A secret that does not begin with whsec_ is used as it is written: some senders leave the prefix and the code out. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret)
