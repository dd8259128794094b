import { wrongUsage } from '../terminal/failure.ts'

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const
const LONGEST_DAYS = 365

/** Seconds from 90s, 30m, 24h, 7d; 0 needs no unit. */
export function parseDuration(option: string, text: string): number {
  const match = /^(\d{1,9})([smhd])$/.exec(text)
  const seconds = match ? Number(match[1]) * SECONDS[match[2] as keyof typeof SECONDS] : text === '0' ? 0 : -1
  if (seconds >= 0 && seconds <= LONGEST_DAYS * SECONDS.d) return seconds
  throw wrongUsage(
    `${option} is "${text}"; give a length of time up to ${LONGEST_DAYS}d, as 0, 30m, 24h or 7d.`,
  )
}
