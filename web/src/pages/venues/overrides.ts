import type { WorkflowAtVenue } from '@millrace/contract/dashboard/venues'
import { rowOf, type Scalar, type ScalarRow, scalarOf } from '../../components/form/scalar-row.ts'
import { t } from '../../language/words.ts'

type Variable = WorkflowAtVenue['variables'][number]

/** The override of one variable; undefined: the venue uses the common value. */
export type OverrideRow = ScalarRow | undefined
export type OverrideRows = Readonly<Record<string, OverrideRow>>

export const overrideRowsOf = (variables: readonly Variable[]): OverrideRows =>
  Object.fromEntries(
    variables.map(({ key, own }) => [key, own === undefined ? undefined : rowOf(key, own)] as const),
  )

/** A new override starts with the common value, and keeps its type. */
export const freshOverrideRow = ({ key, value }: Variable): ScalarRow => rowOf(key, value ?? '')

export const overridesOf = (rows: OverrideRows): Record<string, Scalar> =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([key, row]) => (row ? [[key, scalarOf(row)] as const] : [])),
  )

export function scalarInWords(value: Scalar): string {
  if (value === null) return 'nothing'
  if (typeof value === 'boolean') return value ? t`yes` : t`no`
  return typeof value === 'number' ? String(value) : `“${value}”`
}
