/** Labels and values in two columns. */
export function alignPairs(pairs: readonly (readonly [label: string, value: string])[]): string[] {
  const width = Math.max(0, ...pairs.map(([label]) => label.length))
  return pairs.map(([label, value]) => `${label.padEnd(width)}  ${value}`.trimEnd())
}

/** A heading and rows. The last column is as wide as it likes. */
export function alignTable(heading: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = [heading, ...rows]
  const widths = heading.map((_, column) => Math.max(...lines.map(line => (line[column] ?? '').length)))
  return lines.map(line =>
    line
      .map((cell, column) => cell.padEnd(widths[column] as number))
      .join('  ')
      .trimEnd(),
  )
}

/** Names come from other people: none of them may move the cursor or colour the terminal. */
export const printable = (text: string) => text.replace(/\p{Cc}+/gu, ' ')
