const LATEST = 2 ** 48 - 1

/** The smallest id of a moment: ids begin with their time, so a list ordered by id is also ordered by time. */
export function idAt(at: Date): string {
  const ms = Math.min(Math.max(at.getTime(), 0), LATEST)
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
