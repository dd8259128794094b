import { bareArray, bytesArray, textArray } from './array-literal.ts'

/**
 * Rows as parameters of a statement: one list for each column, and one document for each column of documents. A
 * single row is sent as plain values: for an event and its run, unpacking lists of one was a third of the cost of
 * storing them.
 */
export type Form = 'one' | 'many'

export const formOf = (rows: readonly unknown[]): Form => (rows.length === 1 ? 'one' : 'many')

export interface Column<Row> {
  readonly type: string
  /** Unpacks the parameter that holds the values of many rows. */
  readonly unpack: (parameter: string) => string
  readonly pack: (rows: readonly Row[]) => string
  readonly value: (row: Row) => string | number | Buffer | null
}

/** For numbers, UUIDs or truth values (`t`, `f`) that are never null. */
export const bare = <Row>(
  type: 'uuid' | 'integer' | 'bigint' | 'boolean',
  value: (row: Row) => string | number,
): Column<Row> => ({
  type,
  unpack: parameter => `unnest(${parameter}::${type}[])`,
  pack: rows => bareArray(rows.map(value)),
  value,
})

/** For anything that can be written as text, or null. */
export const text = <Row>(
  type: 'uuid' | 'text' | 'jsonb' | 'timestamptz',
  value: (row: Row) => string | null,
): Column<Row> => ({
  type,
  unpack: parameter => `unnest(${parameter}::${type}[])`,
  pack: rows => textArray(rows.map(value)),
  value,
})

export const bytes = <Row>(value: (row: Row) => Buffer): Column<Row> => ({
  type: 'bytea',
  unpack: parameter => `unnest(${parameter}::bytea[])`,
  pack: rows => bytesArray(rows.map(value)),
  value,
})

export const json = <Row>(type: 'json' | 'jsonb', value: (row: Row) => unknown): Column<Row> => ({
  type,
  unpack: parameter => `${type}_array_elements(${parameter}::${type})`,
  pack: rows => JSON.stringify(rows.map(value)),
  value: row => JSON.stringify(value(row)),
})

/** The text after FROM; the parameters of the rows begin at `$first`. */
export function rowSource<Row>(form: Form, columns: readonly Column<Row>[], first: number): string {
  const parts = columns.map(({ type, unpack }, index) => {
    const parameter = `$${first + index}`
    return form === 'one' ? `${parameter}::${type}` : unpack(parameter)
  })
  return form === 'one' ? `(VALUES (${parts.join(', ')}))` : `ROWS FROM (${parts.join(', ')})`
}

export function rowValues<Row>(form: Form, columns: readonly Column<Row>[], rows: readonly Row[]): unknown[] {
  return columns.map(({ pack, value }) => (form === 'one' ? value(rows[0] as Row) : pack(rows)))
}
