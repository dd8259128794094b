import { useSearchParams } from 'wouter'
import type { View } from './ViewTabs.tsx'

/** The view in the address, or the first. */
export function useView<Name extends string>(views: readonly [View<Name>, ...View<Name>[]]): Name {
  const [params] = useSearchParams()
  const asked = params.get('view')
  return (views.find(({ name }) => name === asked) ?? views[0]).name
}
