import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { createQueryClient } from '../api/queries.ts'
import { AppFailed, AppLoading } from '../components/AppLoading.tsx'
import { Header } from '../components/Header.tsx'
import { PageBoundary } from '../components/PageBoundary.tsx'
import { hasSignedInBefore } from '../opening/signed-in-before.ts'

/** Loaded on demand: a visitor who opens one of these may not need the others. */
const ReferencePage = lazy(() => import('../pages/reference/ReferencePage.tsx'))
const Dashboard = lazy(() => import('./Dashboard.tsx'))
const DevelopersPage = lazy(() =>
  import('../pages/developers/DevelopersPage.tsx').then(it => ({ default: it.DevelopersPage })),
)
const SignInPage = lazy(() =>
  import('../pages/signed-out/SignInPage.tsx').then(it => ({ default: it.SignInPage })),
)
const SetupPage = lazy(() =>
  import('../pages/signed-out/SetupPage.tsx').then(it => ({ default: it.SetupPage })),
)
const InvitationPage = lazy(() =>
  import('../pages/signed-out/InvitationPage.tsx').then(it => ({ default: it.InvitationPage })),
)

export function App() {
  const [queries] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <Switch>
        <Route path="/docs">
          <Header current="reference" />
          <Part>
            <ReferencePage />
          </Part>
        </Route>
        <Route path="/developers">
          <Header current="developers" />
          <Part>
            <DevelopersPage />
          </Part>
        </Route>
        <Route path="/setup">
          <Part>
            <SetupPage />
          </Part>
        </Route>
        <Route path="/invitation">
          <Part>
            <InvitationPage />
          </Part>
        </Route>
        <Route path="/sign-in">
          <Part>
            <SignInPage />
          </Part>
        </Route>
        <Route component={MemberRoutes} />
      </Switch>
    </QueryClientProvider>
  )
}

/** Every other address is for members. A browser that never signed in gets the sign-in at `/` without asking the server. */
function MemberRoutes() {
  const [path] = useLocation()
  return <Part>{path === '/' && !hasSignedInBefore() ? <SignInPage /> : <Dashboard />}</Part>
}

/** A part that is loaded on demand, with what shows while it loads and when that fails. */
const Part = ({ children }: { children: ReactNode }) => (
  <PageBoundary failed={<AppFailed />}>
    <Suspense fallback={<AppLoading />}>{children}</Suspense>
  </PageBoundary>
)
