import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { csvLine } from '#dashboard/csv.ts'

export interface CsvFile<Row> {
  readonly name: string
  readonly heading: readonly string[]
  /** Each row with its cells in the order of the heading. */
  cells(row: Row): readonly unknown[]
  /** A page of rows after the last one of the page before; an empty one ends the file. */
  next(last: Row | undefined): Promise<readonly Row[]>
}

/**
 * Sends a file as it is read, page after page, each in its own transaction: neither the memory nor a connection is
 * held for as long as someone takes to download it. The first page is read before anything is sent, so that what can
 * go wrong is still answered as an error.
 */
export async function sendCsv<Row>(reply: FastifyReply, file: CsvFile<Row>): Promise<FastifyReply> {
  const first = await file.next(undefined)
  return reply
    .type('text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .send(Readable.from(lines(file, first)))
}

async function* lines<Row>(file: CsvFile<Row>, first: readonly Row[]): AsyncGenerator<string> {
  yield csvLine(file.heading)
  for (let page = first; page.length > 0; page = await file.next(page.at(-1))) {
    yield page.map(row => csvLine(file.cells(row))).join('')
  }
}
