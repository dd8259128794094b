import { readKeySet } from '../proof/jwt.ts'
import { isKeySetAddress } from '../proof/key-sets.ts'
import { json } from './generic.ts'
import type { Vendor } from './vendor.ts'

/** RFC 7519 and RFC 7517. The token says who sends, and not what is sent: it is good until it ends. */
export const jwt: Vendor = {
  ...json,
  id: 'jwt',
  name: 'Any system: JSON with a signed token (JWT)',
  about: 'An event for each JSON delivery with a token that the other system signs.',
  proof: { scheme: 'jwt', tolerance_seconds: 300 },
  anyProof: false,
  secret: 'Key set (JWKS) or its address',
  secretFrom: 'them',
  secretFault: async text =>
    isKeySetAddress(text) || (await readKeySet(text)).length > 0
      ? undefined
      : 'This is not a key set. Paste the JSON with the public keys of the other system, or its address.',
  steps: [
    'Give the address of this connection to the other system.',
    'Paste the address of its key set here, which often ends in /.well-known/jwks.json. New keys are then fetched automatically.',
    'Without such an address, paste the JSON with its public keys, and again when it changes them.',
    'If its key set also signs for others, as those of large providers do, enter the issuer and the audience of its tokens too.',
    'Point the mapping at the first delivery that arrives.',
  ],
}
