import { PageHead } from '../../components/PageHead.tsx'
import { SecondFactorPanel } from '../../features/sign-in/SecondFactorPanel.tsx'
import { t } from '../../language/words.ts'
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
        title={t`Your profile`}
        trail={[{ label: t`Settings` }]}
        about={t`These settings apply in every organisation you belong to.`}
      />
      <NamePanel />
      <LanguagePanel />
      {!single_sign_on && <PasswordPanel />}
      <SecondFactorPanel />
      <SessionsPanel />
    </>
  )
}
