/** Adds to a counter. */
export function count(counts: Record<string, number>, name: string, more = 1): void {
  if (more !== 0) counts[name] = (counts[name] ?? 0) + more
}
