import type { SharedSecretProof } from '@millrace/contract/connection-proof'
import { anyEqual } from './equal.ts'
import { headerOf, type Presented, type Prove, proved, refused } from './proof.ts'

/** The secret came along: as a bearer token (RFC 6750), a password (RFC 7617) or in a header. */
export const proveSharedSecret: Prove<SharedSecretProof> = (proof, secrets, presented) => {
  const given = givenIn(proof, presented)
  if (given === undefined) return refused('no_signature')
  const expected = secrets.map(secret =>
    Buffer.from(proof.in === 'basic' ? `${proof.username ?? ''}:${secret}` : secret),
  )
  return anyEqual([given], expected) ? proved : refused('wrong_signature')
}

function givenIn({ in: place, header }: SharedSecretProof, presented: Presented): Buffer | undefined {
  if (place === 'header') {
    const value = headerOf(presented, header ?? 'authorization')
    return value === undefined ? undefined : Buffer.from(value)
  }
  const [scheme = '', value] = (headerOf(presented, 'authorization') ?? '').split(' ', 2)
  if (scheme.toLowerCase() !== place || value === undefined) return undefined
  return Buffer.from(value, place === 'basic' ? 'base64' : 'utf8')
}
