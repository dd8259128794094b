import { type GuestImportRequest, MOST_COLUMNS } from '@millrace/contract/guest-import'
import { targetText } from '@millrace/contract/import-columns'
import { JobRefused } from '../errors.ts'
import { identifies } from './columns.ts'
import { decode, isUtf16, markLength, NOT_UTF8 } from './decode.ts'
import { LARGEST_ROW } from './file-rows.ts'
import { recogniseDelimiter, splitCsv } from './split-csv.ts'

/** How the rest of the file is read. */
export interface Header {
  /** The names of the columns of a CSV file. */
  readonly names: readonly string[]
  readonly delimiter: string
  /** What each column is. */
  readonly columns: Readonly<Record<string, string>>
  /** Where the first row of guests begins, and which it is. */
  readonly byte: number
  readonly row: number
}

const LONGEST_COLUMN = 200

/** Reads the start of a file. Throws JobRefused where the whole of it cannot be read. */
export function readHeader(window: Uint8Array, isLast: boolean, settings: GuestImportRequest): Header {
  if (window.length === 0) throw new JobRefused('The file is empty.')
  if (isUtf16(window)) throw new JobRefused('The file is UTF-16. Save it as UTF-8.')
  const mark = markLength(window)
  const chosen = settings.columns ?? {}
  if (settings.format === 'ndjson') {
    return { names: [], delimiter: ',', columns: {}, byte: mark, row: 1 }
  }
  const bytes = window.subarray(mark)
  const delimiter = settings.delimiter ?? recogniseDelimiter(bytes)
  const [first] = splitCsv(bytes, { delimiter, most: 1, isLast }).records
  if (first === undefined || first.end > LARGEST_ROW)
    throw new JobRefused('The first row, with the names of the columns, is larger than 64 KiB.')
  if (first.cells.length > MOST_COLUMNS)
    throw new JobRefused(`The file has ${first.cells.length} columns. The most are ${MOST_COLUMNS}.`)
  const names = first.cells.map((cell, index) => {
    const name = decode(cell, settings.encoding ?? 'utf-8')
    if (name === undefined) throw new JobRefused(`The name of column ${index + 1} ${NOT_UTF8}.`)
    if (name.length > LONGEST_COLUMN || name.includes('\0'))
      throw new JobRefused(`The name of column ${index + 1} is not a name of at most 200 characters.`)
    // Without a name, a column can only be ignored; it needs one that no other has.
    return name.trim() === '' ? `column ${index + 1}` : name.trim()
  })
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new JobRefused(`Two columns have the name "${twice}".`)
  const unknown = Object.keys(chosen).filter(name => !names.includes(name))
  if (unknown.length > 0)
    throw new JobRefused(
      `The file has no column "${unknown[0]}". It has: ${names.slice(0, 20).join(', ')}. ` +
        'Is it the right file, with its column names in the first row?',
    )
  const columns = Object.fromEntries(
    names.map(name => [name, targetText(name, chosen, settings.kind ?? 'guests')]),
  )
  const pair = sameTarget(columns)
  if (pair !== undefined)
    throw new JobRefused(`The columns "${pair[0]}" and "${pair[1]}" are both ${pair[2]}. Ignore one of them.`)
  if (!Object.values(columns).some(identifies))
    throw new JobRefused(
      `No column identifies a guest. Say which of these has the e-mail address, phone number or external id: ${names.slice(0, 20).join(', ')}.`,
    )
  if (settings.kind === 'visits' && !Object.values(columns).includes('occurred_at'))
    throw new JobRefused(
      `No column says when the visits were. Say which of these is occurred_at: ${names.slice(0, 20).join(', ')}.`,
    )
  return { names, delimiter, columns, byte: mark + first.end, row: 2 }
}

/** Two columns of which one would overwrite the other. A guest may have several identifiers, and tags are added up. */
function sameTarget(columns: Readonly<Record<string, string>>): [string, string, string] | undefined {
  const first = new Map<string, string>()
  for (const [column, target] of Object.entries(columns)) {
    if (target === 'ignore' || target === 'tags' || identifies(target)) continue
    const what = target.replace(/^(attributes\.[^:]+):.*$/, '$1')
    const other = first.get(what)
    if (other !== undefined) return [other, column, what]
    first.set(what, column)
  }
  return undefined
}
