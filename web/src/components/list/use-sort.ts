import { useSearchParams } from 'wouter'
import type { Sorting } from './sorting.ts'

/** The order of a list that is there as a whole, kept in the address like that of any other. */
export function useSort(usual: string): Sorting {
  const [params, setParams] = useSearchParams()
  const setSort = (sort: string) =>
    setParams(
      before => {
        const after = new URLSearchParams(before)
        if (sort === '') after.delete('sort')
        else after.set('sort', sort)
        return after
      },
      { replace: true },
    )
  return { sort: params.get('sort') ?? '', usual, setSort }
}
