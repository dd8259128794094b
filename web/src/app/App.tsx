import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { createQueryClient } from '../api/queries.ts'
import { AppFailed, AppLoading } from '../components/AppLoading.tsx'
import { Header } from '../components/Header.tsx'
import { InvitationPage } from '../pages/signed-out/InvitationPage.tsx'
import { SetupPage } from '../pages/signed-out/SetupPage.tsx'
import { SignInPage } from '../pages/signed-out/SignInPage.tsx'
import { WelcomePage } from '../pages/welcome/WelcomePage.tsx'
import { hasSignedInBefore } from '../session/signed-in-before.ts'
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
          <LargePart>
            <ReferencePage />
          </LargePart>
        </Route>
        <Route path="/setup" component={SetupPage} />
        <Route path="/invitation" component={InvitationPage} />
        <Route path="/sign-in" component={SignInPage} />
        <Route component={MemberRoutes} />
      </Switch>
    </QueryClientProvider>
  )
}

/** The first address is a start page for strangers, and home for members; all others are for members. */
function MemberRoutes() {
  const [path] = useLocation()
  if (path !== '/' || hasSignedInBefore()) {
    return (
      <LargePart>
        <Dashboard />
      </LargePart>
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
const LargePart = ({ children }: { children: ReactNode }) => (
  <PageBoundary failed={<AppFailed />}>
    <Suspense fallback={<AppLoading />}>{children}</Suspense>
  </PageBoundary>
)
