import type { WorkflowAtVenue } from '@millrace/contract/dashboard/venues'
import { rowOf, type Scalar, type ScalarRow, valueOf } from '../../components/form/scalar-row.ts'

type Variable = WorkflowAtVenue['variables'][number]

/** What is typed for one variable at one venue: undefined while it is as everywhere. */
export type OwnRow = ScalarRow | undefined
export type OwnRows = Readonly<Record<string, OwnRow>>

export const ownRowsOf = (variables: readonly Variable[]): OwnRows =>
  Object.fromEntries(
    variables.map(({ key, own }) => [key, own === undefined ? undefined : rowOf(key, own)] as const),
  )

/** An own value begins as what it is everywhere, and is of the same kind. */
export const freshOwnRow = ({ key, value }: Variable): ScalarRow => rowOf(key, value ?? '')

export const ownValuesOf = (rows: OwnRows): Record<string, Scalar> =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([key, row]) => (row ? [[key, valueOf(row)] as const] : [])),
  )

export function scalarInWords(value: Scalar): string {
  if (value === null) return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? String(value) : `“${value}”`
}
