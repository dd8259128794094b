import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { GuestImport, Millrace } from '@millrace/client/source'
import { csvLine } from '#dashboard/csv.ts'
import { refusedCells, refusedColumns, refusedHeading } from '#jobs/import/refused-csv.ts'
import { Failure } from '../../terminal/failure.ts'

/** Writes the refused rows as a CSV file that can be corrected and imported again. */
export async function writeRefused(client: Millrace, current: GuestImport, path: string): Promise<void> {
  const columns = refusedColumns(current)
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
  yield csvLine(refusedHeading(columns))
  const rows = client.guestImports.refusedRows(importId, { limit: 100 }, { waitForRateLimit: true })
  for await (const row of rows) yield csvLine(refusedCells(columns, row))
}
