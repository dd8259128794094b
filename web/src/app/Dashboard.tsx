import { Suspense } from 'react'
import { Route, Router, Switch, useLocation } from 'wouter'
import { failedTitle, PageFailed } from '../components/PageFailed.tsx'
import { PageHead } from '../components/PageHead.tsx'
import { Toasts } from '../components/Toasts.tsx'
import { FetchAhead } from './FetchAhead.tsx'
import { Frame } from './frame/Frame.tsx'
import { LiveUpdates } from './LiveUpdates.tsx'
import { OtherAddress } from './OtherAddress.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { PageLoading } from './PageLoading.tsx'
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
              <Switch>
                {routes.map(({ path, Page }) => (
                  <Route key={path} path={path}>
                    {params => <Page {...(params as Record<string, string>)} />}
                  </Route>
                ))}
                <Route component={OtherAddress} />
              </Switch>
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
