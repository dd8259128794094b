/** The start of a file, as far as it says how the rest is to be read. */
export interface FileStart {
  readonly names: readonly string[]
  readonly encoding: 'utf-8' | 'windows-1252'
}

/** More than a first row may have. */
export const START_BYTES = 64 * 1024
const delimiters = [',', ';', '\t', '|'] as const

/** The names of the columns, from the first bytes of a CSV file. The server reads the file itself, and decides. */
export function readColumns(bytes: Uint8Array): FileStart {
  const { text, encoding } = decoded(bytes)
  const line = firstRow(text.replace(/^\ufeff/, ''))
  const counts = delimiters.map(one => split(line, one).length)
  const delimiter = delimiters[counts.indexOf(Math.max(...counts))] ?? ','
  return { names: split(line, delimiter).map(name => name.trim()), encoding }
}

function decoded(bytes: Uint8Array): { text: string; encoding: FileStart['encoding'] } {
  try {
    // What is cut off inside a character is not wrong.
    return {
      text: new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }),
      encoding: 'utf-8',
    }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' }
  }
}

/** Up to the first line break outside quotes. */
function firstRow(text: string): string {
  let quoted = false
  for (const [at, character] of [...text].entries()) {
    if (character === '"') quoted = !quoted
    else if (!quoted && (character === '\n' || character === '\r')) return [...text].slice(0, at).join('')
  }
  return text
}

function split(line: string, delimiter: string): string[] {
  const cells: string[] = ['']
  let quoted = false
  for (const character of line) {
    if (character === '"') quoted = !quoted
    else if (character === delimiter && !quoted) cells.push('')
    else cells[cells.length - 1] += character
  }
  return cells
}
