import type { SettingsAnswer } from '@millrace/contract/settings'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Note } from '../../components/Note.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { settingsQuery } from '../../components/time/use-zone.ts'
import { useIsOwner } from '../../session/use-session.ts'
import { AlertsSection } from './AlertsSection.tsx'
import { BrandSection } from './BrandSection.tsx'
import { BudgetsSection } from './BudgetsSection.tsx'
import { CapsSection } from './CapsSection.tsx'
import { DoubleOptInSection } from './DoubleOptInSection.tsx'
import { EmailSection } from './EmailSection.tsx'
import { FeedbackPanel } from './FeedbackPanel.tsx'
import { GeneralSection } from './GeneralSection.tsx'
import { LinksSection } from './LinksSection.tsx'
import { NotifySection } from './NotifySection.tsx'
import { QuietHoursSection } from './QuietHoursSection.tsx'
import { RetentionSection } from './RetentionSection.tsx'
import { SecretsPanel } from './SecretsPanel.tsx'
import { SenderPanel } from './SenderPanel.tsx'
import styles from './SettingsPage.module.css'
import { SignInPanel } from './SignInPanel.tsx'
import { SingleSignOnPanel } from './SingleSignOnPanel.tsx'
import { SmsSection } from './SmsSection.tsx'
import { TopicsSection } from './TopicsSection.tsx'
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

interface Topic {
  readonly title: string
  readonly section: ReactNode
}

const topicsOf = (stored: SettingsAnswer): Topic[] => [
  { title: 'Quiet hours', section: <QuietHoursSection settings={stored.settings} /> },
  { title: 'Limits for each guest', section: <CapsSection settings={stored.settings} /> },
  { title: 'Topics', section: <TopicsSection settings={stored.settings} /> },
  { title: 'Double opt-in', section: <DoubleOptInSection settings={stored.settings} /> },
  { title: 'Budgets', section: <BudgetsSection settings={stored.settings} /> },
  { title: 'E-mail', section: <EmailSection stored={stored} /> },
  { title: 'Brand', section: <BrandSection settings={stored.settings} /> },
  { title: 'Sender domain', section: <SenderPanel /> },
  { title: 'Bounces and complaints', section: <FeedbackPanel /> },
  { title: 'Links', section: <LinksSection settings={stored.settings} /> },
  { title: 'SMS', section: <SmsSection stored={stored} /> },
  { title: 'Webhooks', section: <WebhooksPanel stored={stored} /> },
  { title: 'Secrets', section: <SecretsPanel /> },
  { title: 'E-mail about tasks', section: <NotifySection settings={stored.settings} /> },
  { title: 'Alerts', section: <AlertsSection settings={stored.settings} /> },
  { title: 'Sign-in', section: <SignInPanel /> },
  { title: 'Single sign-on', section: <SingleSignOnPanel /> },
  { title: 'Time and language', section: <GeneralSection settings={stored.settings} /> },
  { title: 'Data retention', section: <RetentionSection settings={stored.settings} /> },
]

const anchorOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')

/** All topics on one page, with a list of them beside it where there is room. */
const Topics = ({ topics }: { topics: readonly Topic[] }) => (
  <div className={styles.topics}>
    <nav aria-label="Topics">
      <ul>
        {topics.map(({ title }) => (
          <li key={title}>
            <a href={`#${anchorOf(title)}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
    <div>
      {topics.map(({ title, section }) => (
        <div key={title} id={anchorOf(title)} className={styles.topic}>
          {section}
        </div>
      ))}
    </div>
  </div>
)

function Sections() {
  const settings = useQuery(settingsQuery)
  return <Loaded query={settings}>{stored => <Topics topics={topicsOf(stored)} />}</Loaded>
}
