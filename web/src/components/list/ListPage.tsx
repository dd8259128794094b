import { listsWithViews } from '@millrace/contract/dashboard/saved-filters'
import type { ReactNode } from 'react'
import { PageHead, type PageHeadProps } from '../PageHead.tsx'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { CsvButton, type CsvFile } from './CsvButton.tsx'
import { chosen } from './chosen-columns.ts'
import { EmptyList } from './EmptyList.tsx'
import { FilterChips } from './FilterChips.tsx'
import { NewerRows } from './NewerRows.tsx'
import { PagedTable } from './PagedTable.tsx'
import { SavedViews } from './SavedViews.tsx'
import type { Column } from './Table.tsx'
import type { List } from './use-list.ts'

export interface ListPageProps<Row, Name extends string> extends Omit<PageHeadProps, 'children'> {
  list: List<Row, Name>
  columns: readonly Column<Row>[]
  keyOf(row: Row): string
  /** What shows when there are no rows, and when no row matches the filter. */
  empty: { readonly title: string; readonly about: ReactNode; readonly filtered: string }
  file?: CsvFile
  /** What can be done here, beside the title. */
  actions?: ReactNode
  /** Above the filter. */
  notice?: ReactNode
}

/** A page with a list: head, filter, rows, more rows, and the file. */
export function ListPage<Row, Name extends string>(props: ListPageProps<Row, Name>) {
  const { list, columns, keyOf, empty, file, actions, notice, ...head } = props
  const { fields, filter, setFilter, clear, filtered, askPage, query } = list
  const shown = chosen(columns, list.columns)
  const named = listsWithViews.find(name => name === list.name)
  const isEmpty = query.data?.pages.every(({ data }) => data.length === 0) ?? true
  return (
    <>
      <PageHead {...head}>
        {file && !isEmpty && <CsvButton file={file} columns={columns} askPage={askPage} />}
        {actions}
      </PageHead>
      {notice}
      {named && (
        <SavedViews list={named}>
          <ColumnsMenu columns={columns} names={list.columns} onChange={list.setColumns} />
        </SavedViews>
      )}
      <FilterChips fields={fields} filter={filter} setFilter={setFilter} />
      <div>
        <NewerRows list={list} keyOf={keyOf} />
        <PagedTable
          label={head.title}
          query={query}
          columns={shown}
          keyOf={keyOf}
          empty={
            <EmptyList
              title={empty.title}
              about={empty.about}
              none={empty.filtered}
              isFiltered={filtered}
              onClear={clear}
            />
          }
        />
      </div>
    </>
  )
}
