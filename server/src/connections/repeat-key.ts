import { createHash } from 'node:crypto'
import type { Presented } from './proof/proof.ts'
import type { Repeats } from './vendors/vendor.ts'

/** By what a repetition of this delivery is recognised; null where each delivery counts. */
export function repeatKey(
  repeats: Repeats,
  { headers, body }: Pick<Presented, 'headers' | 'body'>,
): Buffer | null {
  if (repeats === 'never') return null
  if (repeats === 'same_body') return sha256(body)
  const id = headers[repeats.header]
  return typeof id === 'string' && id !== '' ? sha256(Buffer.from(id)) : null
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
