import type { Deferred } from './deferred.tsx'
import type { PageRoute } from './page.tsx'
import { routeAt } from './route-at.ts'

/** What the first page asks for comes first. */
const PAUSE_MS = 1_000

/**
 * Fetches the pages that links point to as they are pointed at, and while there is nothing else to do, what is needed everywhere
 * and all pages of usual size.
 */
export function fetchAhead(
  routes: readonly PageRoute[],
  everywhere: readonly Fetched[],
  signal: AbortSignal,
): void {
  const onPoint = ({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
    // The page says what is missing once it is opened.
    if (link && link.origin === location.origin)
      routeAt(routes, link.pathname)
        ?.fetch()
        ?.catch(() => {})
  }
  document.addEventListener('pointerover', onPoint, { signal })
  document.addEventListener('focusin', onPoint, { signal })
  fetchAll(routes, everywhere, signal).catch(() => {})
}

type Fetched = Pick<Deferred<object>, 'fetch'>

async function fetchAll(
  routes: readonly PageRoute[],
  everywhere: readonly Fetched[],
  signal: AbortSignal,
): Promise<void> {
  await routeAt(routes, location.pathname)?.fetch()
  await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
  performance.mark('millrace:fetch-ahead')
  const ahead = savesData() ? everywhere : [...everywhere, ...routes.filter(({ large }) => !large)]
  for (const part of ahead) {
    await idle()
    if (signal.aborted) return
    await part.fetch()
  }
  performance.mark('millrace:fetched-ahead')
}

/** Not every browser says when it has nothing to do. */
const idle = () =>
  new Promise<unknown>(resolve =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, 50),
  )

/** Of a browser that says that its owner pays for what is fetched. */
const savesData = () =>
  'connection' in navigator && Boolean((navigator.connection as { saveData?: boolean }).saveData)
