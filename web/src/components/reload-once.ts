const KEY = 'millrace.reloaded'
const PAUSE_MS = 60_000

/** Whether to reload without being asked: not a moment after the last time, and not where that cannot be remembered. */
export function mayReload(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(KEY) ?? 0) > PAUSE_MS
  } catch {
    return false
  }
}

export function reloadOnce(): void {
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}
