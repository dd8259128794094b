import { PageHead } from '../../components/PageHead.tsx'
import { SecondFactorPanel } from '../../features/sign-in/SecondFactorPanel.tsx'
import { useSignedIn } from '../../session/use-session.ts'
import { LanguagePanel } from './LanguagePanel.tsx'
import { NamePanel } from './NamePanel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'

export function ProfilePage() {
  const { single_sign_on } = useSignedIn()
  return (
    <>
      <PageHead
        title="Your profile"
        trail={[{ label: 'Settings' }]}
        about="These settings apply in every organisation you belong to."
      />
      <NamePanel />
      <LanguagePanel />
      {!single_sign_on && <PasswordPanel />}
      <SecondFactorPanel />
      <SessionsPanel />
    </>
  )
}
