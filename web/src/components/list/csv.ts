/** RFC 4180: a cell with a comma, a quote or a line break is quoted. */
export const csv = (lines: readonly (readonly unknown[])[]): string =>
  lines.map(line => `${line.map(cell).join(',')}\r\n`).join('')

/** A spreadsheet would take what begins like this for a formula, and carry it out. The apostrophe makes it text. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const plain = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
