import { type InfiniteData, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { connectLive } from './live-connection.ts'
import { keysChangedBy, liveKeys } from './live-keys.ts'
import { setLive } from './live-state.ts'
import { createRefresher } from './refresher.ts'

const PAUSE_MS = 1_000
/** Figures of a whole organisation are not read again with every event of a busy evening. */
const FIGURES = 'home'
const FIGURES_PAUSE_MS = 5_000

/** Keeps the page up to date for as long as a member looks at it. */
export function useLive(organisationId: string): void {
  const queries = useQueryClient()
  // Another organisation is another connection.
  useEffect(() => {
    const refresh = (keys: ReadonlySet<string>) => refreshKeys(queries, keys)
    const soon = createRefresher(refresh, () => pause(PAUSE_MS))
    const later = createRefresher(refresh, () => pause(FIGURES_PAUSE_MS))
    return connectLive({
      onLive: setLive,
      onChanged(topics) {
        const keys = topics === undefined ? liveKeys : keysChangedBy(topics)
        void soon([...keys].filter(key => key !== FIGURES))
        void later([...keys].filter(key => key === FIGURES))
      },
    })
  }, [queries, organisationId])
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** What is being read at this moment may be older than the change: it is left to come, and read once more after that. */
async function refreshKeys(queries: QueryClient, keys: ReadonlySet<string>): Promise<string[]> {
  const isMeant = ({ queryKey }: Query) => keys.has(String(queryKey[0]))
  const busy = queries
    .getQueryCache()
    .findAll({ predicate: isMeant, fetchStatus: 'fetching', type: 'active' })
  await queries.invalidateQueries({
    predicate: query => isMeant(query) && !busy.includes(query) && !isUnfolded(query),
  })
  return busy.map(({ queryKey }) => String(queryKey[0]))
}

/** A list in which someone has loaded older rows: they would move away under their eyes. */
const isUnfolded = ({ state }: Query) =>
  ((state.data as Partial<InfiniteData<unknown>>)?.pages?.length ?? 0) > 1
