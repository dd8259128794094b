import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { chooseOrganisation } from '../api/dashboard.ts'
import { failureOf } from '../api/queries.ts'
import { useSubmit } from '../api/use-submit.ts'
import { AppLoading } from '../components/AppLoading.tsx'
import { Button } from '../components/Button.tsx'
import { FailureNote } from '../components/FailureNote.tsx'
import { Loading } from '../components/Loading.tsx'
import { useDocumentTitle } from '../components/use-document-title.ts'
import { roleNames } from '../features/member/access.ts'
import { adoptLanguage } from '../language/change.ts'
import { rich, t } from '../language/words.ts'
import { SignedOutFrame } from '../pages/signed-out/SignedOutFrame.tsx'
import { signInPath } from '../session/next-path.ts'
import { type SignedIn, SignedInContext, storeSession, useSessionQuery } from '../session/use-session.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { SessionPrompts } from './SessionPrompts.tsx'

// Most members never set one up here, and what draws its code is large.
const SecondFactors = lazy(() =>
  import('../features/sign-in/SecondFactorPanel.tsx').then(it => ({ default: it.SecondFactors })),
)

/** Shows its children to members; others sign in first and come back. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data: session, error, refetch, isFetching } = useSessionQuery()
  const [path] = useLocation()
  const search = useSearch()
  const signedIn = useMemo(
    () => (session?.organisation && session.role ? (session as SignedIn) : undefined),
    [session],
  )

  // Loads the page again, once.
  if (session && adoptLanguage(session.member)) return <AppLoading />
  if (signedIn?.second_factor_missing) {
    return (
      <SignedInContext value={signedIn}>
        <SetUpSecondFactor organisation={signedIn.organisation.name} />
        <SessionPrompts />
      </SignedInContext>
    )
  }
  if (signedIn) return <SignedInContext value={signedIn}>{children}</SignedInContext>
  if (session) return <ChooseOrganisation organisations={session.organisations} />
  if (error === null) return <AppLoading />
  if (failureOf(error)?.code === 'sign_in_needed') {
    return <Redirect to={signInPath(search === '' ? path : `${path}?${search}`)} replace />
  }
  return (
    <SignedOutFrame title={t`Millrace is not responding`}>
      <FailureNote failure={failureOf(error)} />
      <Button busy={isFetching} onClick={() => refetch()}>
        {t`Try again`}
      </Button>
    </SignedOutFrame>
  )
}

/** Nothing else is open until they have one. */
function SetUpSecondFactor({ organisation }: { organisation: string }) {
  const signOut = useSignOut()
  useDocumentTitle(t`Second factor`)
  return (
    <SignedOutFrame
      title={t`Set up a second factor`}
      below={
        <div>
          <Button quiet onClick={signOut}>
            {t`Sign out`}
          </Button>
        </div>
      }
    >
      <p>{rich`${organisation} requires a second factor for every member. It takes a minute.`}</p>
      <Suspense fallback={<Loading />}>
        <SecondFactors />
      </Suspense>
    </SignedOutFrame>
  )
}

function ChooseOrganisation({ organisations }: { organisations: SignedIn['organisations'] }) {
  useDocumentTitle(t`Choose an organisation`)
  return (
    <SignedOutFrame title={t`Choose an organisation`}>
      {organisations.length === 0 && (
        <p>{t`You are no longer a member of any organisation. Ask an owner to invite you again.`}</p>
      )}
      {organisations.map(one => (
        <OrganisationButton key={one.id} {...one} />
      ))}
    </SignedOutFrame>
  )
}

function OrganisationButton({ id, name, role }: SignedIn['organisations'][number]) {
  const queries = useQueryClient()
  const { busy, failure, submit } = useSubmit(
    () => chooseOrganisation(id),
    ({ session }) => storeSession(queries, session),
  )
  return (
    <>
      <Button quiet busy={busy} onClick={submit}>
        {name} · {roleNames[role]}
      </Button>
      <FailureNote failure={failure} />
    </>
  )
}
