import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Note } from '../../components/Note.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { settingsQuery } from '../../components/time/use-zone.ts'
import { useIsOwner } from '../../session/use-session.ts'
import { BudgetsSection } from './BudgetsSection.tsx'
import { CapsSection } from './CapsSection.tsx'
import { EmailSection } from './EmailSection.tsx'
import { GeneralSection } from './GeneralSection.tsx'
import { NotifySection } from './NotifySection.tsx'
import { QuietHoursSection } from './QuietHoursSection.tsx'
import { RetentionSection } from './RetentionSection.tsx'
import { SecretsPanel } from './SecretsPanel.tsx'
import { SignInPanel } from './SignInPanel.tsx'
import { SmsSection } from './SmsSection.tsx'
import { WebhooksPanel } from './WebhooksPanel.tsx'

export function SettingsPage() {
  const isOwner = useIsOwner()
  return (
    <>
      <PageHead
        title="Organisation"
        trail={[{ label: 'Settings' }]}
        about="These settings apply to all messages and workflows. Each section is saved separately."
      />
      {isOwner ? <Sections /> : <Note tone="warn">Only an owner can change the settings.</Note>}
    </>
  )
}

function Sections() {
  const settings = useQuery(settingsQuery)
  return (
    <Loaded query={settings}>
      {stored => (
        <>
          <QuietHoursSection settings={stored.settings} />
          <CapsSection settings={stored.settings} />
          <BudgetsSection settings={stored.settings} />
          <EmailSection stored={stored} />
          <SmsSection stored={stored} />
          <WebhooksPanel stored={stored} />
          <SecretsPanel />
          <NotifySection settings={stored.settings} />
          <SignInPanel />
          <GeneralSection settings={stored.settings} />
          <RetentionSection settings={stored.settings} />
        </>
      )}
    </Loaded>
  )
}
