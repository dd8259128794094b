/** The first and the last of some ids, as they are stored; both null if there are none. */
export function idRange(ids: readonly string[]): [first: string | null, last: string | null] {
  let first = ids[0] ?? null
  let last = first
  for (const id of ids) {
    if (first !== null && id < first) first = id
    if (last !== null && id > last) last = id
  }
  return [first, last]
}
