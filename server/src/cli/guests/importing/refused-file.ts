import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { GuestImport, Millrace, RefusedRow } from '@millrace/client/source'
import { Failure } from '../../terminal/failure.ts'

/** Columns that the file does not have itself. An import ignores them. */
const OWN = ['refused row', 'refused because'] as const

/**
 * Writes the refused rows as a CSV file that can be corrected and imported again, so cells stay exactly as they were sent.
 */
export async function writeRefused(client: Millrace, current: GuestImport, path: string): Promise<void> {
  const columns = current.format === 'csv' ? Object.keys(current.columns) : []
  try {
    await pipeline(Readable.from(linesOf(client, current.id, columns)), createWriteStream(path))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === undefined ? error : new Failure(`${path} cannot be written (${code}).`)
  }
}

async function* linesOf(
  client: Millrace,
  importId: string,
  columns: readonly string[],
): AsyncGenerator<string> {
  const names = [...columns, 'line']
  yield csvLine([...names, ...OWN])
  const rows = client.guestImports.refusedRows(importId, { limit: 100 }, { waitForRateLimit: true })
  for await (const { row, reasons, values } of rows)
    yield csvLine([...names.map(name => values[name] ?? ''), String(row), sentencesOf(reasons)])
}

const sentencesOf = (reasons: RefusedRow['reasons']) =>
  Object.entries(reasons)
    .flatMap(([column, sentences]) => sentences.map(sentence => `${column} ${sentence}`))
    .join('; ')

const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`
const csvCell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
