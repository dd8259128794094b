import { useSearchParams } from 'wouter'

/** What is looked for stands in the address, so that it can be kept and sent around. What is empty is left out. */
export function useFilter<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams()
  const filter = Object.fromEntries(names.map(name => [name, params.get(name) ?? ''])) as Record<Name, string>
  const setFilter = (next: Partial<Record<Name, string>>) =>
    setParams(
      Object.entries<string>({ ...filter, ...next }).filter(([, value]) => value !== ''),
      { replace: true },
    )
  const clear = () => setParams([], { replace: true })
  return { filter, setFilter, clear, filtered: Object.values(filter).some(Boolean) }
}
