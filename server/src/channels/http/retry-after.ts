const LONGEST_MS = 60 * 60 * 1000

/**
 * The pause that a receiver asks for, in milliseconds: a number of seconds or a date (RFC 9110 10.2.3), never more
 * than an hour, so that no receiver can block a run. A date is compared with the receiver's own clock where the
 * answer has it.
 */
export function readRetryAfter(
  headers: { readonly 'retry-after'?: string | undefined; readonly date?: string | undefined },
  now: Date,
): number | undefined {
  const value = headers['retry-after']?.trim()
  if (value === undefined || value === '') return undefined
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, LONGEST_MS)
  // Date.parse accepts almost anything as a date, even "-5".
  const until = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} /.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(until)) return undefined
  const receiverNow = Date.parse(headers.date ?? '')
  return Math.min(Math.max(until - (Number.isNaN(receiverNow) ? now.getTime() : receiverNow), 0), LONGEST_MS)
}
