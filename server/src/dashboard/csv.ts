/** A line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`

/**
 * Spreadsheets treat a cell that begins with one of these as a formula, and anyone may have written the names and
 * reasons. The apostrophe makes it text.
 */
const formula = /^[=+\-@＝＋－＠\t\r\n]/

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
