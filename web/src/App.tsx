import { lazy, Suspense } from 'react'
import { Header } from './components/Header.tsx'
import { WelcomePage } from './pages/welcome/WelcomePage.tsx'

/** The reference is the larger part, and whoever opens the welcome page may not need it. */
const ReferencePage = lazy(() => import('./pages/reference/ReferencePage.tsx'))

export function App({ path }: { path: string }) {
  const reference = path.startsWith('/docs')
  return (
    <>
      <Header current={reference ? 'reference' : 'welcome'} />
      <Suspense>{reference ? <ReferencePage /> : <WelcomePage />}</Suspense>
    </>
  )
}
