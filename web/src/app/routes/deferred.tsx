import { type ComponentType, lazy, useState } from 'react'

export interface Deferred<Props> {
  /** Fetches its files; undefined when they are there. */
  fetch(): Promise<unknown> | undefined
  readonly Shown: ComponentType<Props>
}

/** A component whose files are fetched when it is shown, or ahead of that. */
export function deferred<Props extends object>(load: () => Promise<ComponentType<Props>>): Deferred<Props> {
  let fetched: ComponentType<Props> | undefined
  const fetchIt = async () => {
    fetched = await load()
    return fetched
  }
  // One for all times: React forgets what a waiting component chose, and one made after each failure would ask for the
  // files again, and wait again, without end.
  const Waiting = lazy(async () => ({ default: await fetchIt() })) as ComponentType<Props>
  return {
    fetch: () => (fetched === undefined ? fetchIt() : undefined),
    Shown: props => {
      // Without `lazy`, which shows that it waits also for what is there. Chosen once: another component in the middle
      // of its life would lose what was typed.
      const [Chosen] = useState(() => fetched ?? Waiting)
      return <Chosen {...props} />
    },
  }
}
