import { InvalidArgumentError } from 'commander'

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const
const LONGEST_DAYS = 365

/** Seconds from 90s, 30m, 24h, 7d; 0 needs no unit. */
export function duration(text: string): number {
  const match = /^(\d{1,9})([smhd])$/.exec(text)
  const seconds = match ? Number(match[1]) * SECONDS[match[2] as keyof typeof SECONDS] : text === '0' ? 0 : -1
  if (seconds >= 0 && seconds <= LONGEST_DAYS * SECONDS.d) return seconds
  throw new InvalidArgumentError(`Give a length of time up to ${LONGEST_DAYS}d, such as 0, 30m, 24h or 7d.`)
}

export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    if (/^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text)
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`)
  }

const LONGEST_NAME = 100

export function name(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw new InvalidArgumentError('Give a name.')
  if (trimmed.length > LONGEST_NAME)
    throw new InvalidArgumentError(`A name has at most ${LONGEST_NAME} characters.`)
  if (/\p{Cc}/u.test(trimmed)) throw new InvalidArgumentError('A name has no control characters.')
  return trimmed
}

/** The number of a published version. */
export const versionNumber = wholeNumber(1, 999_999_999)
