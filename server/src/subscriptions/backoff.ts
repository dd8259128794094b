/** Growing pauses between attempts, in seconds: about three days in all. After the last one it is given up. */
const pauses = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400, 86_400]

export const MOST_TRIES = pauses.length + 1

/**
 * How long to wait after this try, or undefined after the last. Jittered by up to a quarter either way, so that what failed
 * together does not come back together; `random` is from 0 to 1.
 */
export function pauseAfter(tries: number, random: number, askedMs = 0): number | undefined {
  const seconds = pauses[tries - 1]
  if (seconds === undefined) return undefined
  return Math.max(askedMs, Math.round(seconds * 1_000 * (0.75 + random / 2)))
}
