import { savedFilters } from '@millrace/contract/dashboard/saved-filters'

export type Saved = Readonly<Record<string, string>>

/** What of an address a view keeps. */
export const savedOf = (params: URLSearchParams): Saved =>
  Object.fromEntries(
    savedFilters.flatMap(name => {
      const value = params.get(name)
      return value ? [[name, value]] : []
    }),
  )

const inOrder = (saved: Saved) => JSON.stringify(Object.entries(saved).toSorted())
export const isSame = (one: Saved, other: Saved): boolean => inOrder(one) === inOrder(other)
