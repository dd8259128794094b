import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listGuests, readGuest } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import type { Option } from '../../components/form/option.ts'
import { useDebounced } from '../../components/use-debounced.ts'

interface Named {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
}

const RARELY_MS = 60_000

const toOption = ({ id, name, email }: Named): Option => ({
  value: id,
  label: name ?? email ?? id,
  ...(name !== null && email !== null ? { about: email } : {}),
})

/** Guests to choose from, as they are searched for, and the one who is chosen. */
export function useGuestOptions(chosen: string): {
  options: readonly Option[]
  onSearch(typed: string): void
} {
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed.trim())
  const found = useQuery({
    queryKey: ['guests', 'picker', text],
    queryFn: ({ signal }) => asked(listGuests({ text }, null, signal)),
    enabled: text !== '',
    staleTime: RARELY_MS,
  })
  const known = useQuery({
    queryKey: ['guest', chosen],
    queryFn: ({ signal }) => asked(readGuest(chosen, signal)),
    enabled: chosen !== '',
    staleTime: RARELY_MS,
    // A guest who is gone is shown by the id in the address.
    retry: false,
  })
  const { data: rows = [] } = text === '' ? {} : (found.data ?? {})
  const one = known.data === undefined ? [] : [toOption(known.data)]
  const others = rows.filter(({ id }) => id !== chosen).map(toOption)
  return { options: text === '' ? one : [...others, ...one], onSearch: setTyped }
}
