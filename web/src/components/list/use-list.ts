import type { Answer } from '../../api/answer.ts'
import { useFilter } from '../../api/use-filter.ts'
import { type Page, usePages } from '../../api/use-pages.ts'
import type { FilterField } from './filter-field.ts'
import type { Sorting } from './sorting.ts'

export interface ListAsked<Row, Name extends string> {
  /** The first part of its query key, by which live updates find it. */
  readonly name: string
  readonly fields: readonly FilterField<Name>[]
  ask(
    filter: Readonly<Record<Name, string>>,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<Answer<Page<Row>>>
  /** How many there are, where the server can say it without reading all of them. */
  count?(
    filter: Readonly<Record<Name, string>>,
    signal: AbortSignal,
  ): Promise<Answer<{ readonly count: number | null; readonly more: boolean }>>
  /** How the server sorts it when nobody chose. */
  readonly usual?: string
  /** How often it is reloaded while there are no live updates. */
  readonly paceMs?: number
}

/** A list, filtered by the address. */
export function useList<Row, Name extends string>({
  name,
  fields,
  ask,
  count,
  usual = '-created',
  paceMs,
}: ListAsked<Row, Name>) {
  const inAddress = useFilter<Name | 'columns' | 'sort'>([
    ...fields.map(field => field.name),
    'columns',
    'sort',
  ])
  const { columns, sort, ...rest } = inAddress.filter
  const filter = rest as Readonly<Record<Name, string>>
  const setColumns = (names: string) =>
    inAddress.setFilter({ columns: names } as Partial<Record<Name | 'columns' | 'sort', string>>)
  const setSort = (next: string) =>
    inAddress.setFilter({ sort: next } as Partial<Record<Name | 'columns' | 'sort', string>>)
  const sorting: Sorting = { sort, usual, setSort }
  const askPage = (cursor: string | null, signal: AbortSignal) =>
    ask(sort === '' ? filter : { ...filter, sort }, cursor, signal)
  const queryKey = [name, { ...filter, sort }] as const
  const query = usePages(queryKey, askPage, paceMs)
  return {
    ...inAddress,
    name,
    filter,
    filtered: Object.values(filter).some(Boolean),
    columns,
    setColumns,
    sorting,
    fields,
    askPage,
    count,
    queryKey,
    paceMs,
    query,
  }
}

export type List<Row, Name extends string> = ReturnType<typeof useList<Row, Name>>
