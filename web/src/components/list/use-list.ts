import type { Answer } from '../../api/answer.ts'
import { useFilter } from '../../api/use-filter.ts'
import { type Page, usePages } from '../../api/use-pages.ts'
import type { FilterField } from './filter-field.ts'

export interface ListAsked<Row, Name extends string> {
  /** The first part of its query key, by which live updates find it. */
  readonly name: string
  readonly fields: readonly FilterField<Name>[]
  ask(
    filter: Readonly<Record<Name, string>>,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<Answer<Page<Row>>>
  /** How often it is reloaded while there are no live updates. */
  readonly paceMs?: number
}

/** A list, filtered by the address. */
export function useList<Row, Name extends string>({ name, fields, ask, paceMs }: ListAsked<Row, Name>) {
  const inAddress = useFilter<Name | 'columns'>([...fields.map(field => field.name), 'columns'])
  const { columns, ...rest } = inAddress.filter
  const filter = rest as Readonly<Record<Name, string>>
  const setColumns = (names: string) =>
    inAddress.setFilter({ columns: names } as Partial<Record<Name | 'columns', string>>)
  const askPage = (cursor: string | null, signal: AbortSignal) => ask(filter, cursor, signal)
  const queryKey = [name, filter] as const
  const query = usePages(queryKey, askPage, paceMs)
  return {
    ...inAddress,
    name,
    filter,
    filtered: Object.values(filter).some(Boolean),
    columns,
    setColumns,
    fields,
    askPage,
    queryKey,
    paceMs,
    query,
  }
}

export type List<Row, Name extends string> = ReturnType<typeof useList<Row, Name>>
