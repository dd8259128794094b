import type { Pace } from '@millrace/contract/broadcast'

/** What was not used in longer is lost: a pace is a limit, and a server that was off does not make up for it. */
const MOST_MS = 5_000

/** How long each guest takes. */
export const perGuestMs = ({ guests, per }: Pace): number => (per === 'hour' ? 3_600_000 : 60_000) / guests

/** How many guests may start now, and from when on this is counted. The first one may at once. */
export function allowedNow(
  pace: Pace,
  pacedAt: Date | null,
  now: Date,
): { readonly guests: number; readonly from: Date } {
  const each = perGuestMs(pace)
  const earliest = now.getTime() - Math.max(each, MOST_MS)
  const reached = pacedAt?.getTime() ?? now.getTime() - each
  // A clock that was put back.
  const from = reached > now.getTime() + each ? now.getTime() : Math.max(reached, earliest)
  return { guests: Math.max(0, Math.floor((now.getTime() - from) / each + 1e-6)), from: new Date(from) }
}

/** After so many have started. */
export const pacedAfter = (pace: Pace, from: Date, started: number): Date =>
  new Date(from.getTime() + started * perGuestMs(pace))
