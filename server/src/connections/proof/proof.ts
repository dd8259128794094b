import type { RefusalReason } from '@millrace/contract/connection-proof'

/** What a delivery brings along to prove where it comes from. */
export interface Presented {
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The exact bytes. */
  readonly body: Buffer
  /** Our address as the sender has it: some sign it too. */
  readonly url: string
  readonly now: Date
}

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly reason: RefusalReason }

/**
 * A pure function from how it should be proved, the secrets that count, and the delivery. Web Crypto, by which tokens are
 * checked, answers later.
 */
export type Prove<P> = (
  proof: P,
  secrets: readonly string[],
  presented: Presented,
) => Verdict | Promise<Verdict>

export const proved: Verdict = { ok: true }
export const refused = (reason: RefusalReason): Verdict => ({ ok: false, reason })

/** A header that is given more than once proves nothing: two readers could read two of them. */
export function headerOf({ headers }: Presented, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
