import type { ComponentType } from 'react'
import { deferred } from './deferred.tsx'

/** What an address says: `/runs/:id` has an `id`. */
type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown

export interface PageRoute {
  readonly path: string
  /** Fetched when someone is about to open it, not ahead of that. */
  readonly large: boolean
  /** What is there, where it is one of many: also the title of the page until its name is known. */
  readonly thing: string | undefined
  /** Fetches its files; undefined when they are there. */
  fetch(): Promise<unknown> | undefined
  readonly Page: ComponentType<Record<string, string>>
}

export function page<Path extends string>(
  path: Path,
  load: () => Promise<ComponentType<ParamsOf<Path>>>,
  { large = false, thing }: { large?: boolean; thing?: string } = {},
): PageRoute {
  const { fetch, Shown } = deferred(load as () => Promise<ComponentType<Record<string, string>>>)
  return { path, large, thing, fetch, Page: Shown }
}
