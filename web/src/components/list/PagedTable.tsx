import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '../../api/use-pages.ts'
import { t } from '../../language/words.ts'
import { Empty } from './Empty.tsx'
import { Loaded } from './Loaded.tsx'
import { LoadMore } from './LoadMore.tsx'
import { type Column, Table, type TableProps } from './Table.tsx'

export interface PagedTableProps<Row> {
  label: string
  query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>
  columns: readonly Column<Row>[]
  keyOf(row: Row): string
  /** Shown when there are no rows. */
  empty: ReactNode
  sorting?: TableProps<Row>['sorting']
  selection?: TableProps<Row>['selection']
  nameOf?: TableProps<Row>['nameOf']
  peeking?: TableProps<Row>['peeking']
}

/** A table with all its states: loading, failed, empty, loaded, more to load. */
export function PagedTable<Row>({ query, empty, ...table }: PagedTableProps<Row>) {
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const rows = pages.flatMap(({ data }) => data)
        if (rows.length === 0 && !query.hasNextPage) return empty
        return (
          <>
            {rows.length === 0 ? (
              <Empty title={t`No matches so far`}>
                <p>{t`Only the newest were searched. There may be older matches.`}</p>
              </Empty>
            ) : (
              <Table {...table} rows={rows} />
            )}
            <LoadMore query={query} isSorted={Boolean(table.sorting?.sort)} />
          </>
        )
      }}
    </Loaded>
  )
}
