import type { Scalar } from '@millrace/contract/condition'

export type { Scalar }

export const kinds = ['text', 'number', 'yes or no'] as const
export type Kind = (typeof kinds)[number] | 'nothing'

/** A name with a simple value, as it is typed. */
export interface ScalarRow {
  readonly key: string
  readonly kind: Kind
  readonly text: string
}

export const freshRow = (): ScalarRow => ({ key: '', kind: 'text', text: '' })

export const rowOf = (key: string, value: unknown): ScalarRow => ({
  key,
  kind: kindOf(value),
  text: value === null ? '' : String(value),
})

/** What is null counts as absent. */
export const rowsOf = (values: Readonly<Record<string, unknown>>): ScalarRow[] =>
  Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => rowOf(key, value))

/** Rows without a name are still being written. */
export const valuesOf = (rows: readonly ScalarRow[]): Map<string, Scalar> =>
  new Map(rows.filter(({ key }) => key.trim() !== '').map(row => [row.key.trim(), valueOf(row)]))

function kindOf(value: unknown): Kind {
  if (value === null) return 'nothing'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'yes or no' : 'text'
}

/** What is no number yet stays the text that it is. */
export function valueOf(row: ScalarRow): Scalar {
  const { kind, text } = row
  if (kind === 'nothing') return null
  if (kind === 'yes or no') return text === 'true'
  return kind === 'number' && isNumber(text) ? Number(text) : text
}

export const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))

/** The same row as another kind; what was typed stays where it can. */
export const asKind = (row: ScalarRow, kind: Kind): ScalarRow => ({
  ...row,
  kind,
  text: kind === 'yes or no' ? 'true' : kind === 'nothing' || row.kind === 'yes or no' ? '' : row.text,
})
