import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { createQueryClient } from '../api/queries.ts'
import { AppFailed, AppLoading } from '../components/AppLoading.tsx'
import { Header } from '../components/Header.tsx'
import { DevelopersPage } from '../pages/developers/DevelopersPage.tsx'
import { InvitationPage } from '../pages/signed-out/InvitationPage.tsx'
import { SetupPage } from '../pages/signed-out/SetupPage.tsx'
import { SignInPage } from '../pages/signed-out/SignInPage.tsx'
import { hasSignedInBefore } from '../session/signed-in-before.ts'
import { PageBoundary } from './PageBoundary.tsx'

/** Loaded on demand: a visitor who opens one of these may not need the other. */
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
        <Route path="/developers">
          <Header current="developers" />
          <DevelopersPage />
        </Route>
        <Route path="/setup" component={SetupPage} />
        <Route path="/invitation" component={InvitationPage} />
        <Route path="/sign-in" component={SignInPage} />
        <Route component={MemberRoutes} />
      </Switch>
    </QueryClientProvider>
  )
}

/** Every other address is for members. A browser that never signed in gets the sign-in at `/` without asking the server. */
function MemberRoutes() {
  const [path] = useLocation()
  if (path === '/' && !hasSignedInBefore()) return <SignInPage />
  return (
    <LargePart>
      <Dashboard />
    </LargePart>
  )
}

/** A part that is loaded on demand, with what shows while it loads and when that fails. */
const LargePart = ({ children }: { children: ReactNode }) => (
  <PageBoundary failed={<AppFailed />}>
    <Suspense fallback={<AppLoading />}>{children}</Suspense>
  </PageBoundary>
)
