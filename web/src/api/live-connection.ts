import { listenLive } from '@millrace/contract/operations/dashboard/home'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

export interface LiveListeners {
  /** Topics that have changed; undefined: any may have, because nobody was listening for a while. */
  onChanged(topics: readonly string[] | undefined): void
  onLive(live: boolean): void
}

/** Up to twice as long each time, and not the same for all who lost the server at once. */
export const pauseBefore = (attempt: number, random: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS) * (0.5 + random / 2)

/**
 * Listens to the server while the page can be seen: a browser has six connections for all its tabs. Something may have
 * changed between what the page has read and the first word of a connection, so that one counts as a change of
 * everything. Returns how to stop.
 */
export function connectLive({ onChanged, onLive }: LiveListeners): () => void {
  const stopped = new AbortController()
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0

  function close(): void {
    clearTimeout(timer)
    source?.close()
    source = undefined
    onLive(false)
  }

  function open(): void {
    close()
    if (document.hidden) return
    let isFirst = true
    source = new EventSource(listenLive.path)
    source.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      const { topics } = JSON.parse(data) as { topics: string[] }
      attempt = 0
      onLive(true)
      onChanged(isFirst ? undefined : topics)
      isFirst = false
    })
    source.addEventListener('error', () => {
      close()
      timer = setTimeout(open, pauseBefore(attempt, Math.random()))
      attempt += 1
    })
  }

  open()
  document.addEventListener('visibilitychange', open, { signal: stopped.signal })
  window.addEventListener('online', open, { signal: stopped.signal })
  return () => {
    stopped.abort()
    close()
  }
}
