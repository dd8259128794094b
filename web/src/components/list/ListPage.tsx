import { listsWithViews } from '@millrace/contract/dashboard/saved-filters'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { MoreActions } from '../MoreActions.tsx'
import { PageHead, type PageHeadProps } from '../PageHead.tsx'
import type { Bulk } from './bulk-action.ts'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { CsvButton, type CsvFile } from './CsvButton.tsx'
import { chosen } from './chosen-columns.ts'
import { EmptyList } from './EmptyList.tsx'
import { FilterChips } from './FilterChips.tsx'
import { hasNothing } from './has-nothing.ts'
import { ListCount } from './ListCount.tsx'
import { NewerRows } from './NewerRows.tsx'
import { PagedTable } from './PagedTable.tsx'
import { SavedViews } from './SavedViews.tsx'
import { SelectAll } from './SelectAll.tsx'
import { SortField } from './SortField.tsx'
import { useSelection } from './selection.ts'
import type { Column } from './Table.tsx'
import type { List } from './use-list.ts'

// What is needed only once someone selects a row or looks at one is fetched then.
const BulkBar = lazy(() => import('./BulkBar.tsx')) as typeof import('./BulkBar.tsx').default
const PeekPanel = lazy(() => import('./PeekPanel.tsx'))

/** A quick look at one row. */
export interface Peek<Row> {
  title(row: Row): string
  /** Its page. */
  to(row: Row): string
  body(row: Row): ReactNode
}

export interface ListPageProps<Row, Name extends string> extends Omit<PageHeadProps, 'children' | 'count'> {
  list: List<Row, Name>
  columns: readonly Column<Row>[]
  keyOf(row: Row): string
  /** What shows when there are no rows, and when no row matches the filter. */
  empty: {
    readonly title: string
    readonly about: ReactNode
    readonly filtered: string
    /** The list shows some of its rows until a filter asks for the others. */
    readonly some?: true
  }
  file?: CsvFile
  /** What is done rarely, in the menu with the file. */
  more?: ReactNode
  /** What can be done here, beside the title. */
  actions?: ReactNode
  /** Above the filter. */
  notice?: ReactNode
  /** What can be done with several rows at once; absent: they cannot be selected. */
  bulk?: Bulk<Row> | false
  /** What a click on a row shows beside the list; absent: it opens its page. */
  peek?: Peek<Row>
}

const nothing: readonly never[] = []

/** A page with a list: head, filter, rows, more rows, what is selected, a quick look, and the file. */
export function ListPage<Row, Name extends string>(props: ListPageProps<Row, Name>) {
  const { list, columns, keyOf, empty, file, more, actions, notice, bulk, peek, ...head } = props
  const { fields, filter, setFilter, clear, filtered, askPage, query } = list
  const shown = chosen(columns, list.columns)
  const named = listsWithViews.find(name => name === list.name)
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? nothing
  const { selection, chosen: selected, isUsed, clear: clearSelection } = useSelection<Row>(rows, keyOf)
  const [peeked, setPeeked] = useState<string>()
  const closePeek = useCallback(() => setPeeked(undefined), [])
  const peekedRow = peeked === undefined ? undefined : rows.find(row => keyOf(row) === peeked)
  const isEmpty = query.data?.pages.every(({ data }) => data.length === 0) ?? true
  const isBare = hasNothing(query, filtered) && empty.some !== true
  const filters = <FilterChips fields={fields} filter={filter} setFilter={setFilter} />
  return (
    <>
      <PageHead
        {...head}
        count={<ListCount list={list} />}
        menu={
          ((file && !isEmpty) || more) && (
            <MoreActions small>
              {file && !isEmpty && <CsvButton file={file} columns={columns} askPage={askPage} />}
              {more}
            </MoreActions>
          )
        }
      >
        {actions}
      </PageHead>
      {notice}
      {named && !isBare && (
        <SavedViews list={named} filters={filters}>
          {bulk && rows.length > 0 && <SelectAll selection={selection} />}
          <SortField columns={shown} sorting={list.sorting} />
          <ColumnsMenu columns={columns} names={list.columns} onChange={list.setColumns} />
        </SavedViews>
      )}
      {!named && !isBare && filters}
      <div>
        <NewerRows list={list} keyOf={keyOf} />
        <PagedTable
          label={head.title}
          query={query}
          columns={shown}
          keyOf={keyOf}
          sorting={list.sorting}
          selection={bulk ? selection : undefined}
          nameOf={bulk ? bulk.nameOf : undefined}
          peeking={peek && { key: peeked, open: setPeeked }}
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
      <Suspense fallback={null}>
        {bulk && isUsed && <BulkBar bulk={bulk} rows={selected} keyOf={keyOf} onClear={clearSelection} />}
        {peek && peekedRow && (
          <PeekPanel title={peek.title(peekedRow)} to={peek.to(peekedRow)} onClose={closePeek}>
            {peek.body(peekedRow)}
          </PeekPanel>
        )}
      </Suspense>
    </>
  )
}
