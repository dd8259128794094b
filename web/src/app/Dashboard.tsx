import { Suspense } from 'react'
import { Router, useLocation } from 'wouter'
import { PageBoundary } from '../components/PageBoundary.tsx'
import { failedTitle, PageFailed } from '../components/PageFailed.tsx'
import { PageHead } from '../components/PageHead.tsx'
import { Toasts } from '../components/Toasts.tsx'
import { FetchAhead } from './FetchAhead.tsx'
import { Frame } from './frame/Frame.tsx'
import { LiveUpdates } from './LiveUpdates.tsx'
import { PageLoading } from './PageLoading.tsx'
import { Pages } from './Pages.tsx'
import { RememberPages } from './RememberPages.tsx'
import { aroundNav } from './routes/opening.ts'
import { routeAt } from './routes/route-at.ts'
import { routes } from './routes/routes.ts'
import { SessionGate } from './SessionGate.tsx'
import { SessionPrompts } from './SessionPrompts.tsx'

// Beside the session, which is asked for at the same time. What cannot be had is said where it is shown.
routeAt(routes, location.pathname)
  ?.fetch()
  ?.catch(() => {})

export default function Dashboard() {
  const [path] = useLocation()
  return (
    <SessionGate>
      <Router aroundNav={aroundNav}>
        <Frame>
          <PageBoundary key={path} failed={<PageFailed head={<PageHead title={failedTitle} />} />}>
            <Suspense fallback={<PageLoading />}>
              <Pages />
            </Suspense>
          </PageBoundary>
        </Frame>
        <LiveUpdates />
        <FetchAhead />
        <RememberPages />
        <SessionPrompts />
        <Toasts />
      </Router>
    </SessionGate>
  )
}
