import type { GuestImport, Millrace, RefusedRow } from '@millrace/client/source'
import { printable } from '../../terminal/align.ts'

const MOST_LISTED = 20
const number = new Intl.NumberFormat('en-GB')
const many = (count: number, one: string, more = `${one}s`) =>
  `${number.format(count)} ${count === 1 ? one : more}`

interface SummaryFacts {
  /** An earlier call has imported the file. */
  readonly wasOver: boolean
  /** Where the refused rows were written. */
  readonly refused: string | undefined
}

/** What an import did, or would do. */
export async function summarySentences(
  client: Millrace,
  current: GuestImport,
  { wasOver, refused }: SummaryFacts,
): Promise<string[]> {
  const { counts, columns, status } = current
  const ignored = Object.entries(columns).flatMap(([name, field]) => (field === 'ignore' ? [name] : []))
  const lines = [
    ...(wasOver ? ['This file was imported before; nothing was done again.'] : []),
    ...(status === 'cancelled' ? ['The import was cancelled before the end of the file.'] : []),
    `${many(counts.rows, 'row')}: ${many(counts.created, current.kind === 'visits' ? 'visit' : 'guest')} ${status === 'checked' ? 'would be created' : 'created'}, ` +
      `${number.format(counts.changed)} changed, ${number.format(counts.unchanged)} unchanged, ` +
      `${number.format(counts.refused)} refused.`,
    ...(ignored.length === 0
      ? []
      : [printable(`Ignored columns: ${ignored.join(', ')}. --map says what a column is.`)]),
    ...(counts.refusals_kept === 0
      ? []
      : [`${many(counts.refusals_kept, 'consent')} not stored: the guest had refused before.`]),
  ]
  if (counts.refused > 0) {
    const { data } = await client.guestImports.refusedRows(current.id, { limit: MOST_LISTED }).page()
    lines.push(...data.flatMap(refusedLines))
    if (counts.refused > data.length) lines.push(`  and ${number.format(counts.refused - data.length)} more.`)
    lines.push(
      refused === undefined
        ? 'Write them to a file with --refused FILE, fix them, and import that file.'
        : printable(`All of them are in ${refused}: fix them, and import that file.`),
    )
  }
  if (status === 'imported' && counts.created + counts.changed > 0)
    lines.push(`Undo it within 30 days: npx millrace guests undo ${current.id}`)
  return lines
}

const refusedLines = ({ row, reasons }: RefusedRow) =>
  Object.entries(reasons).flatMap(([column, sentences]) =>
    sentences.map(sentence =>
      printable(column === 'row' ? `  row ${row} ${sentence}.` : `  row ${row}, ${column}: ${sentence}.`),
    ),
  )
