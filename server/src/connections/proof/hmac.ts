import { createHmac } from 'node:crypto'
import type { HmacProof } from '@millrace/contract/connection-proof'
import { hasMoreValues, MOST_VALUES } from '#base/count-values.ts'
import { checkTime } from './check-time.ts'
import { decodeSignature } from './decode-signature.ts'
import { anyEqual } from './equal.ts'
import { headerOf, type Presented, type Prove, proved, refused } from './proof.ts'

/** RFC 2104 over the exact bytes. The secret is used as it is written. */
export const proveHmac: Prove<HmacProof> = (proof, secrets, presented) => {
  const { header, prefix = '', encoding, algorithm, tolerance_seconds } = proof
  const written = headerOf(presented, header)
  if (written === undefined) return refused('no_signature')
  const needsTime = proof.signed === 'timestamp_body' || proof.signed === 'body_timestamp'
  const time = proof.timestamp === undefined ? undefined : timeOf(proof.timestamp, presented)
  if ((needsTime || tolerance_seconds !== undefined) && time === undefined) return refused('no_timestamp')
  if (!written.startsWith(prefix)) return refused('wrong_signature')
  const signature = decodeSignature(written.slice(prefix.length), encoding)
  if (signature === undefined) return refused('wrong_signature')
  const expected = secrets.map(secret => {
    const hmac = createHmac(algorithm, secret)
    for (const part of signedParts(proof, presented, time ?? '')) hmac.update(part)
    return hmac.digest()
  })
  if (!anyEqual([signature], expected)) return refused('wrong_signature')
  // After the signature: a time that nobody signed would be anybody's.
  return time === undefined || tolerance_seconds === undefined
    ? proved
    : checkTime(time, presented.now, tolerance_seconds)
}

function signedParts(
  { signed, separator = '' }: HmacProof,
  { body, url }: Presented,
  time: string,
): (Buffer | string)[] {
  switch (signed) {
    case 'body':
      return [body]
    case 'timestamp_body':
      return [time, separator, body]
    case 'body_timestamp':
      return [body, separator, time]
    case 'url_body':
      return [url, body]
  }
}

function timeOf(timestamp: NonNullable<HmacProof['timestamp']>, presented: Presented): string | undefined {
  if ('header' in timestamp) return headerOf(presented, timestamp.header)
  return fieldOf(presented.body, timestamp.field)
}

/** A field at the top of a JSON body, as text. Nobody has proved anything yet, so not of what takes long to be parsed. */
function fieldOf(body: Buffer, field: string): string | undefined {
  if (hasMoreValues(body.toString('latin1'), MOST_VALUES)) return undefined
  try {
    const value: unknown = JSON.parse(body.toString())
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, field)) return undefined
    const found = (value as Record<string, unknown>)[field]
    return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined
  } catch {
    return undefined
  }
}
