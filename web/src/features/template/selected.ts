/** A text and what is selected in it. */
export interface Selected {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** The text with this in place of the selection, and the cursor behind it. */
export function insertInto({ text, from, to }: Selected, inserted: string): Selected {
  const cursor = from + inserted.length
  return { text: text.slice(0, from) + inserted + text.slice(to), from: cursor, to: cursor }
}

/** The selection between two marks, which stay outside it; pressed again, they go. */
export function wrap({ text, from, to }: Selected, before: string, after = before): Selected {
  const [left, right] = [text.slice(0, from), text.slice(to)]
  if (left.endsWith(before) && right.startsWith(after))
    return {
      text: left.slice(0, -before.length) + text.slice(from, to) + right.slice(after.length),
      from: from - before.length,
      to: to - before.length,
    }
  return {
    text: left + before + text.slice(from, to) + after + right,
    from: from + before.length,
    to: to + before.length,
  }
}

/** The lines of the selection as items of a list; a list becomes lines again. */
export function toggleList({ text, from, to }: Selected): Selected {
  const begin = text.lastIndexOf('\n', from - 1) + 1
  const end = text.indexOf('\n', to) === -1 ? text.length : text.indexOf('\n', to)
  const lines = text.slice(begin, end).split('\n')
  const isList = lines.every(line => line.startsWith('- '))
  const changed = lines.map(line => (isList ? line.slice(2) : `- ${line}`)).join('\n')
  return { text: text.slice(0, begin) + changed + text.slice(end), from: begin, to: begin + changed.length }
}
