import { idAt } from '#base/id-at.ts'
import { idRange } from '#base/id-range.ts'
import { findMonths } from '#db/months.ts'
import type { Sql } from '#db/sql.ts'

/** Where the runs of a batch are stored, for a statement that reads or writes them by their ids. */
export interface PlaceOfRuns {
  /** Follows `runs` in the name of the table: `_2026_11`, or nothing for all months. */
  readonly suffix: string
  /** More of a statement's condition, with the number of the first of `values` among its parameters. */
  within(id: string, parameter: number): string
  readonly values: readonly string[]
}

export interface MonthsOfRuns {
  placeOf(tx: Sql, ids: readonly string[]): PlaceOfRuns
}

/**
 * Nearly all runs that advance started a moment ago, so a batch is of one month, and its statements name the table of
 * that month. With all months in a statement, PostgreSQL plans it each time or locks each of them, which for small
 * batches was half of the work. A batch of several months, or of one that may be dropped, goes through the table of all
 * months, between its first and its last id.
 *
 * The database says which months there are that have not ended: they stay for at least another month. It is asked every
 * few minutes, so that nothing depends on the clock of this process.
 */
export function createMonthsOfRuns(monotonic = () => performance.now()): MonthsOfRuns {
  let tables: readonly { readonly suffix: string; readonly from: string; readonly to: string }[] = []
  let askAgainAt = -Infinity
  const ask = async (tx: Sql) => {
    tables = []
    askAgainAt = monotonic() + ASK_EVERY_MS
    const months = await findMonths(tx, 'runs')
    tables = months
      .filter(({ lasts }) => lasts)
      .map(({ partition, begin, end }) => ({
        suffix: partition.slice('runs'.length),
        from: begin === null ? '' : idAt(begin),
        to: idAt(end),
      }))
  }
  return {
    placeOf(tx, ids) {
      // This batch does not wait for the answer. If there is none, its transaction fails, and says why.
      if (monotonic() >= askAgainAt) ask(tx).catch(() => {})
      const [first, last] = idRange(ids)
      if (first === null || last === null) return placeIn('')
      const table = tables.find(({ from, to }) => from <= first && last < to)
      return table === undefined ? placeBetween(first, last) : placeIn(table.suffix)
    },
  }
}

const ASK_EVERY_MS = 600_000

const placeIn = (suffix: string): PlaceOfRuns => ({ suffix, within: () => '', values: [] })

const placeBetween = (first: string, last: string): PlaceOfRuns => ({
  suffix: '',
  within: (id, parameter) => `AND ${id} BETWEEN $${parameter} AND $${parameter + 1}`,
  values: [first, last],
})
