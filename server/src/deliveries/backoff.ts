import type { NewMessage } from '#steps/step.ts'

/** Growing pauses between the attempts of a message, in seconds; after the last one its step fails. */
const pauses: Record<NewMessage['channel'], readonly number[]> = {
  email: [30, 120, 600, 1_800, 7_200],
  sms: [15, 60, 300, 900],
  webhook: [5, 30, 120, 600, 1_800, 3_600, 10_800],
}

/** In seconds, for a message that only waits for its provider. */
const LONGEST_FOR_PROVIDER = 600

/**
 * How long to wait before the next attempt, or undefined after the last. Jittered by up to a quarter either way, so
 * that messages that failed together do not come back together; `random` is from 0 to 1. Attempts are counted across
 * retries of the step: after the last attempt of a round the next round starts. A message that waits for its provider is
 * not given up, and not made to wait much longer than the provider is left alone.
 */
export function pauseAfter(
  channel: NewMessage['channel'],
  attempt: number,
  random: number,
  askedMs = 0,
  waits = false,
): number | undefined {
  const made = (attempt - 1) % mostAttempts(channel)
  const usual = pauses[channel][made]
  const seconds = waits ? Math.min(usual ?? LONGEST_FOR_PROVIDER, LONGEST_FOR_PROVIDER) : usual
  if (seconds === undefined) return undefined
  return Math.max(askedMs, Math.round(seconds * 1_000 * (0.75 + random / 2)))
}

export const mostAttempts = (channel: NewMessage['channel']) => pauses[channel].length + 1
