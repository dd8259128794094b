/**
 * Reads again what has changed, one round after the other: however quickly changes come and however slowly the server
 * answers, there is one round at a time, and the last change is always followed by one. `refresh` returns what it could
 * not get at this time, and is asked for that again.
 */
export function createRefresher(
  refresh: (keys: ReadonlySet<string>) => Promise<Iterable<string>>,
  pause: () => Promise<unknown>,
): (keys: Iterable<string>) => Promise<void> {
  const waiting = new Set<string>()
  let round: Promise<void> | undefined

  async function work(): Promise<void> {
    while (waiting.size > 0) {
      const keys = new Set(waiting)
      waiting.clear()
      for (const key of await refresh(keys)) waiting.add(key)
      await pause()
    }
    round = undefined
  }

  return async keys => {
    for (const key of keys) waiting.add(key)
    if (waiting.size > 0) round ??= work()
    await round
  }
}
