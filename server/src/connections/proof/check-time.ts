import { proved, refused, type Verdict } from './proof.ts'

/**
 * Whether a time is near enough to now. Seconds or milliseconds since 1970, or ISO 8601: senders write all three. A
 * number beyond the year 5138 in seconds is one of milliseconds.
 */
export function checkTime(text: string, now: Date, toleranceSeconds: number): Verdict {
  const at = readTime(text)
  if (at === undefined) return refused('no_timestamp')
  const late = now.getTime() - at
  if (late > toleranceSeconds * 1_000) return refused('too_old')
  if (late < -toleranceSeconds * 1_000) return refused('in_the_future')
  return proved
}

const LAST_SECOND = 99_999_999_999

function readTime(text: string): number | undefined {
  if (/^\d{1,15}$/.test(text)) {
    const number = Number(text)
    return number > LAST_SECOND ? number : number * 1_000
  }
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text)) return undefined
  // ISO 8601 also allows an offset without a colon, which Date does not read everywhere.
  const at = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  return Number.isNaN(at) ? undefined : at
}
