import type { Proof } from '@millrace/contract/connection-proof'

const MOST = 50
const LONGEST = 2_000

/** They prove who sends, or are about the line only. */
const left = new Set(['authorization', 'cookie', 'connection', 'host', 'content-length', 'transfer-encoding'])

/** The headers of a delivery that a mapping can use, without what is secret. */
export function keptHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  proof: Proof,
): Record<string, string> {
  const secret = proof.scheme === 'shared_secret' ? proof.header : undefined
  const kept: [string, string][] = []
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || left.has(name) || name === secret) continue
    if (value.length <= LONGEST && kept.length < MOST) kept.push([name, value.replaceAll('\0', '')])
  }
  return Object.fromEntries(kept)
}
