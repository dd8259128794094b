/** The word that was probably meant, or undefined when none is near. */
export function closest(word: string, known: readonly string[]): string | undefined {
  const beginning = known.find(candidate => word.length > 1 && candidate.startsWith(word))
  if (beginning !== undefined) return beginning
  const near = known
    .map(candidate => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance)[0]
  return near !== undefined && near.distance <= Math.max(1, Math.floor(near.candidate.length / 3))
    ? near.candidate
    : undefined
}

/** Levenshtein: insertions, deletions and replacements, one row of the table at a time. */
export function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replaced = (above[column - 1] as number) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (above[column] as number) + 1, (current[column - 1] as number) + 1))
    }
    above = current
  }
  return above[b.length] as number
}
