import type { Scalar } from '@millrace/contract/condition'
import { t } from '../../language/words.ts'

export type { Scalar }

export const kinds = ['text', 'number', 'boolean'] as const
export type Kind = (typeof kinds)[number] | 'nothing'

export const kindNames: Readonly<Record<Kind, string>> = {
  text: t`text`,
  number: t`number`,
  boolean: t`yes or no`,
  nothing: t`nothing`,
}

/** A name with a scalar value, as typed. */
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

/** Leaves out rows without a name: they are incomplete. */
export const valuesOf = (rows: readonly ScalarRow[]): Map<string, Scalar> =>
  new Map(rows.filter(({ key }) => key.trim() !== '').map(row => [row.key.trim(), scalarOf(row)]))

function kindOf(value: unknown): Kind {
  if (value === null) return 'nothing'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'text'
}

/** A text that is not a number yet stays a text. */
export function scalarOf(row: ScalarRow): Scalar {
  const { kind, text } = row
  if (kind === 'nothing') return null
  if (kind === 'boolean') return text === 'true'
  return kind === 'number' && isNumber(text) ? Number(text) : text
}

export const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))

/** The row with another type; the text is kept where possible. */
export const asKind = (row: ScalarRow, kind: Kind): ScalarRow => ({
  ...row,
  kind,
  text: kind === 'boolean' ? 'true' : kind === 'nothing' || row.kind === 'boolean' ? '' : row.text,
})
