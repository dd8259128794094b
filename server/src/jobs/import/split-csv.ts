import { parse } from 'csv-parse/sync'

/** A record of a CSV file: the bytes of its cells, and where it ends. */
export interface CsvRecord {
  readonly cells: readonly Uint8Array[]
  /** Bytes of the window up to its end, with the line break. */
  readonly end: number
}

export interface SplitCsv {
  readonly records: readonly CsvRecord[]
  /** Behind the last record there is one that does not end in the window. */
  readonly unfinished: boolean
}

/**
 * The first records in a window of a file. Cells stay bytes: whether they are text in the right encoding is decided for
 * each of them, so that one wrong byte costs one row. A quote inside a cell without quotes is a character like others.
 */
export function splitCsv(
  window: Uint8Array,
  {
    delimiter,
    most,
    isLast,
  }: { readonly delimiter: string; readonly most: number; readonly isLast: boolean },
): SplitCsv {
  const records: CsvRecord[] = []
  let broken = false
  try {
    parse(Buffer.from(window.buffer, window.byteOffset, window.byteLength), {
      delimiter,
      // Bytes, not text.
      encoding: null,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      to: most,
      // Collected here and not from the result: of a window with a fault, the records before it count.
      on_record: (cells: unknown, { bytes }: { bytes: number }) => {
        records.push({ cells: cells as Uint8Array[], end: bytes })
        return null
      },
    })
  } catch (error) {
    if ((error as { code?: string }).code !== 'CSV_QUOTE_NOT_CLOSED') throw error
    broken = true
  }
  // What reaches the end of the window may continue behind it.
  const cut = !isLast && (records.at(-1)?.end ?? 0) >= window.length
  if (cut) records.pop()
  return { records, unfinished: broken || cut }
}

/** The delimiter that the first line has most of, outside quotes. */
export function recogniseDelimiter(window: Uint8Array): string {
  const counts = new Map([
    [',', 0],
    [';', 0],
    ['\t', 0],
    ['|', 0],
  ])
  let quoted = false
  for (const byte of window) {
    const character = String.fromCharCode(byte)
    if (character === '"') quoted = !quoted
    else if (!quoted && (character === '\n' || character === '\r')) break
    else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) as number) + 1)
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

/** Where the line ends that begins at the start of the window; undefined where it continues behind it. */
export function endOfLine(window: Uint8Array): number | undefined {
  const at = window.findIndex(byte => byte === 10 || byte === 13)
  if (at < 0) return undefined
  return window[at] === 13 && window[at + 1] === 10 ? at + 2 : at + 1
}
