import { type ComponentType, lazy, useState } from 'react'

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
  let fetched: ComponentType<Record<string, string>> | undefined
  const fetchPage = async () => {
    fetched = (await load()) as ComponentType<Record<string, string>>
    return fetched
  }
  const Waiting = lazy(async () => ({ default: await fetchPage() }))
  return {
    path,
    large,
    thing,
    fetch: () => (fetched === undefined ? fetchPage() : undefined),
    Page: params => {
      // Without `lazy`, which shows that it waits also for what is there. Chosen once: another component in the middle
      // of its life would lose what was typed.
      const [Shown] = useState(() => fetched ?? Waiting)
      return <Shown {...params} />
    },
  }
}
