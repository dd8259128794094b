import { readKeySet } from '../proof/jwt.ts'
import { json } from './generic.ts'
import type { Vendor } from './vendor.ts'

/** RFC 7519 and RFC 7517. The token says who sends, and not what is sent: it is good until it ends. */
export const jwt: Vendor = {
  ...json,
  id: 'jwt',
  name: 'Any system: JSON with a signed token (JWT)',
  about: 'An event for each JSON delivery with a token that the other system signs.',
  proof: { scheme: 'jwt', tolerance_seconds: 300 },
  secret: 'Key set (JWKS)',
  secretFrom: 'them',
  secretFault: async text =>
    (await readKeySet(text)).length > 0
      ? undefined
      : 'is not a key set. Paste the JSON with the public keys of the other system',
  steps: [
    'Give the address of this connection to the other system.',
    'Open the address of its key set, which often ends in /.well-known/jwks.json, and paste the JSON here.',
    'When it changes its keys, paste the new key set and keep the previous one until the change is over.',
    'Point the mapping at the first delivery that arrives.',
  ],
}
