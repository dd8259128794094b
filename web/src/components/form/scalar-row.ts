export const kinds = ['text', 'number', 'yes or no'] as const
export type Kind = (typeof kinds)[number]
export type Scalar = string | number | boolean

/** A name with a simple value, as it is typed. */
export interface ScalarRow {
  readonly key: string
  readonly kind: Kind
  readonly text: string
}

export const freshRow = (): ScalarRow => ({ key: '', kind: 'text', text: '' })

/** What is null counts as absent. */
export const rowsOf = (values: Readonly<Record<string, unknown>>): ScalarRow[] =>
  Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ({ key, kind: kindOf(value), text: String(value) }))

/** Rows without a name are still being written. */
export const valuesOf = (rows: readonly ScalarRow[]): Map<string, Scalar> =>
  new Map(rows.filter(({ key }) => key.trim() !== '').map(row => [row.key.trim(), valueOf(row)]))

const kindOf = (value: unknown): Kind =>
  typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'yes or no' : 'text'

function valueOf({ kind, text }: ScalarRow): Scalar {
  if (kind === 'yes or no') return text === 'true'
  const number = Number(text)
  return kind === 'number' && text.trim() !== '' && Number.isFinite(number) ? number : text
}
