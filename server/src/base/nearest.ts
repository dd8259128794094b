/** No name of ours is longer, and the work grows with the square of it. */
const LONGEST = 100

/**
 * The known name that was most likely meant: the same in another case or with other separators, or at most one edit
 * in three characters away.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const given = plain(name.slice(0, LONGEST))
  let best: string | undefined
  let fewest = Math.floor(given.length / 3) + 1
  for (const candidate of known) {
    const edits = editsBetween(given, plain(candidate.slice(0, LONGEST)))
    if (edits >= fewest) continue
    best = candidate
    fewest = edits
  }
  return best
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[-_. ]/g, '')

/** Characters to insert, to leave out, to replace, or to swap with the next (optimal string alignment). */
export function editsBetween(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let row = 1; row <= from.length; row++) {
    const next = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      next.push(
        Math.min(
          (last[column] as number) + 1,
          (next[column - 1] as number) + 1,
          (last[column - 1] as number) + (same ? 0 : 1),
          swapped ? (beforeLast[column - 2] as number) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    beforeLast = last
    last = next
  }
  return last[to.length] as number
}
