import type { AuditEntry } from '@millrace/contract/member'

const columns = ['at', 'actor', 'action', 'subject', 'detail'] as const

/** As RFC 4180 has it: what holds a comma, a quote or a line break stands in quotes. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const lines = entries.map(entry =>
    columns.map(column => field(column === 'detail' ? JSON.stringify(entry.detail) : entry[column])),
  )
  return [columns, ...lines].map(line => `${line.join(',')}\r\n`).join('')
}

/** A spreadsheet would take what begins like this for a formula, and carry it out. */
const FORMULA = /^[=+\-@\t\r]/

function field(text: string): string {
  const plain = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
