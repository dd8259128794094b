import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { createQueryClient } from '../api/queries.ts'
import { FailedWhole, Opening } from '../components/AppLoading.tsx'
import { Header } from '../components/Header.tsx'
import { InvitationPage } from '../pages/signed-out/InvitationPage.tsx'
import { SetupPage } from '../pages/signed-out/SetupPage.tsx'
import { SignInPage } from '../pages/signed-out/SignInPage.tsx'
import { WelcomePage } from '../pages/welcome/WelcomePage.tsx'
import { isKnownHere } from '../session/signed-in-before.ts'
import { PageBoundary } from './PageBoundary.tsx'

/** The larger parts, which whoever opens one of the others may not need. */
const ReferencePage = lazy(() => import('../pages/reference/ReferencePage.tsx'))
const Dashboard = lazy(() => import('./Dashboard.tsx'))

export function App() {
  const [queries] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <Switch>
        <Route path="/docs">
          <Header current="reference" />
          <Whole>
            <ReferencePage />
          </Whole>
        </Route>
        <Route path="/setup" component={SetupPage} />
        <Route path="/invitation" component={InvitationPage} />
        <Route path="/sign-in" component={SignInPage} />
        <Route component={Rest} />
      </Switch>
    </QueryClientProvider>
  )
}

/** The first address is a start page for strangers, and home for members; all others are for members. */
function Rest() {
  const [path] = useLocation()
  if (path !== '/' || isKnownHere()) {
    return (
      <Whole>
        <Dashboard />
      </Whole>
    )
  }
  return (
    <>
      <Header current="welcome" />
      <WelcomePage />
    </>
  )
}

/** One of the larger parts, while it is on its way, and where it could not be had. */
const Whole = ({ children }: { children: ReactNode }) => (
  <PageBoundary failed={<FailedWhole />}>
    <Suspense fallback={<Opening />}>{children}</Suspense>
  </PageBoundary>
)
