import { useSyncExternalStore } from 'react'
import { exactTimes, relativeTime } from './relative-time.ts'
import { useVenueZone } from './use-venue-zone.ts'
import { useZone } from './use-zone.ts'

const TICK_MS = 20_000

/** One timer for all times of a page; it runs while one of them is shown. */
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

function onTick(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, TICK_MS)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

export interface TimeProps {
  at: string
  /** The venue, by its code or by its time zone. */
  serial?: string | null | undefined
  zone?: string
}

/**
 * A relative time, with the exact one on hover: in the time zone of the venue and in that of the organisation. The
 * browser's clock may be a little behind the server's.
 */
export function Time({ at, serial, zone }: TimeProps) {
  const usual = useZone()
  const there = useVenueZone(serial ?? undefined) ?? zone
  const current = useSyncExternalStore(onTick, () => now)
  const then = Date.parse(at)
  const passed = then > current && then - current < TICK_MS * 2 ? current : then
  return (
    <time dateTime={at} title={exactTimes(then, there, usual)}>
      {relativeTime(passed, current)}
    </time>
  )
}
