import type { Cell } from './cell.ts'
import { decode, decodeForPeople, type Encoding, NOT_UTF8 } from './decode.ts'
import type { Reasons } from './read-row.ts'
import { endOfLine, splitCsv } from './split-csv.ts'

/** A row of the file before it is known what its cells mean. */
export interface FileRow {
  /** As a spreadsheet or an editor counts, from 1 on. */
  readonly row: number
  /** By column; empty where the row cannot be read. */
  readonly cells: ReadonlyMap<string, Cell>
  readonly reasons: Reasons
  /** The row for people, by column. */
  values(): Record<string, string>
}

export interface RowsRead {
  readonly rows: readonly FileRow[]
  /** How many rows of the file were passed, with empty ones. */
  readonly passed: number
  /** How many bytes of the window were read. */
  readonly bytes: number
  /** They end inside a line that is refused; what is left of it is not a row. */
  readonly insideLine?: true
}

/** A piece of the file, and where it is. */
export interface Window {
  readonly bytes: Uint8Array
  readonly isLast: boolean
  /** The row that begins at its start. */
  readonly row: number
}

/** A row is a guest: what is larger is a quote that is never closed, or no file of guests. */
export const LARGEST_ROW = 64 * 1024
const LONGEST_VALUE = 2_000
/** The apostrophe that keeps a spreadsheet from taking a cell for a formula, as our own files have it: `'+44…`. */
const GUARDED = /^'(?=[=+\-@＝＋－＠])/

export interface CsvForm {
  readonly names: readonly string[]
  readonly delimiter: string
  readonly encoding: Encoding
}

/** The rows at the start of a window of a CSV file. Makes progress, whatever the bytes are. */
export function csvRows(window: Window, { names, delimiter, encoding }: CsvForm, most: number): RowsRead {
  const { records, unfinished } = splitCsv(window.bytes, { delimiter, most, isLast: window.isLast })
  const rows: FileRow[] = []
  let bytes = 0
  for (const [index, { cells, end }] of records.entries()) {
    const size = end - bytes
    bytes = end
    // An empty line is a row that counts, and says nothing.
    if (cells.length === 1 && cells[0]?.length === 0) continue
    rows.push(csvRow(window.row + index, cells, { names, encoding, size }))
  }
  if (records.length > 0) return { rows, passed: records.length, bytes }
  if (!unfinished) return { rows, passed: 0, bytes: window.bytes.length }
  // The first row does not end here. Its line is refused, and what follows the line is read as usual.
  return brokenLine(window, encoding, 'has a quote that is never closed, or is larger than 64 KiB')
}

function csvRow(
  row: number,
  cells: readonly Uint8Array[],
  { names, encoding, size }: { names: readonly string[]; encoding: Encoding; size: number },
): FileRow {
  const values = () =>
    Object.fromEntries(
      cells
        .slice(0, names.length + 1)
        .map((cell, index) => [
          names[index] ?? 'further cells',
          decodeForPeople(cell, encoding).slice(0, LONGEST_VALUE),
        ]),
    )
  const refused = (reasons: Reasons): FileRow => ({ row, cells: new Map(), reasons, values })
  if (size > LARGEST_ROW) return refused({ row: ['is larger than 64 KiB'] })
  if (cells.length > names.length)
    return refused({ row: [`has ${cells.length} cells, and there are ${names.length} columns`] })
  const reasons: Reasons = {}
  const read = new Map<string, Cell>()
  for (const [index, cell] of cells.entries()) {
    const name = names[index] as string
    const text = decode(cell, encoding)
    if (text === undefined) reasons[name] = [NOT_UTF8]
    else read.set(name, text.replace(GUARDED, ''))
  }
  return Object.keys(reasons).length > 0 ? refused(reasons) : { row, cells: read, reasons, values }
}

/** The rows at the start of a window of an NDJSON file. */
export function jsonRows(window: Window, encoding: Encoding, most: number): RowsRead {
  const rows: FileRow[] = []
  let bytes = 0
  let passed = 0
  while (passed < most && bytes < window.bytes.length) {
    const rest = window.bytes.subarray(bytes)
    const end = rest.indexOf(10)
    if (end < 0 && !window.isLast) break
    const line = rest.subarray(0, end < 0 ? rest.length : end)
    const row = window.row + passed
    passed += 1
    bytes += end < 0 ? rest.length : end + 1
    if (line.every(byte => byte === 32 || byte === 9 || byte === 13)) continue
    rows.push(jsonRow(row, line, encoding))
  }
  if (passed > 0 || window.bytes.length === 0) return { rows, passed, bytes }
  return brokenLine(window, encoding, 'is larger than 64 KiB')
}

function jsonRow(row: number, line: Uint8Array, encoding: Encoding): FileRow {
  const values = () => ({ line: decodeForPeople(line, encoding).slice(0, LONGEST_VALUE) })
  const refused = (sentence: string): FileRow => ({
    row,
    cells: new Map(),
    reasons: { row: [sentence] },
    values,
  })
  if (line.length > LARGEST_ROW) return refused('is larger than 64 KiB')
  const text = decode(line, encoding)
  if (text === undefined) return refused(NOT_UTF8)
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return refused('is not JSON')
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed))
    return refused('is not an object')
  const reasons: Reasons = {}
  const cells = new Map<string, Cell>()
  for (const [key, value] of flattened(parsed)) {
    if (value === null) continue
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      cells.set(key, value)
    else if (Array.isArray(value) && value.every(item => typeof item === 'string'))
      cells.set(key, value.join(';'))
    else reasons[key] = ['must be text, a number, a boolean or a list of texts']
  }
  return { row, cells, reasons, values }
}

/** The attributes of a guest may be together in an object. */
function* flattened(object: object): Generator<[string, unknown]> {
  for (const [key, value] of Object.entries(object)) {
    if (key === 'attributes' && value !== null && typeof value === 'object' && !Array.isArray(value)) {
      for (const [inner, one] of Object.entries(value)) yield [`attributes.${inner}`, one]
    } else yield [key, value]
  }
}

/** The line at the start of the window as a row that is refused. */
function brokenLine(window: Window, encoding: Encoding, sentence: string): RowsRead {
  const end = endOfLine(window.bytes)
  const bytes = end ?? window.bytes.length
  const start = window.bytes.subarray(0, Math.min(bytes, LONGEST_VALUE))
  const row: FileRow = {
    row: window.row,
    cells: new Map(),
    reasons: { row: [sentence] },
    values: () => ({ line: decodeForPeople(start, encoding) }),
  }
  const goesOn = end === undefined && !window.isLast
  return { rows: [row], passed: 1, bytes, ...(goesOn ? { insideLine: true } : {}) }
}

/** Passes what is left of a line that was refused. */
export function passLine({ bytes, isLast }: Window): RowsRead {
  const end = endOfLine(bytes)
  const goesOn = end === undefined && !isLast
  return { rows: [], passed: 0, bytes: end ?? bytes.length, ...(goesOn ? { insideLine: true } : {}) }
}
