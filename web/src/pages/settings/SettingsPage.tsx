import type { SettingsAnswer } from '@millrace/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useSearchParams } from 'wouter'
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
import { type Topic, topicAnchor, topics } from './topics.ts'
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

const sectionsOf = (stored: SettingsAnswer): Record<Topic, ReactNode> => ({
  'Quiet hours': <QuietHoursSection settings={stored.settings} />,
  'Limits for each guest': <CapsSection settings={stored.settings} />,
  Topics: <TopicsSection settings={stored.settings} />,
  'Double opt-in': <DoubleOptInSection settings={stored.settings} />,
  Budgets: <BudgetsSection settings={stored.settings} />,
  'E-mail': <EmailSection stored={stored} />,
  Brand: <BrandSection settings={stored.settings} />,
  'Sender domain': <SenderPanel />,
  'Bounces and complaints': <FeedbackPanel />,
  Links: <LinksSection settings={stored.settings} />,
  SMS: <SmsSection stored={stored} />,
  Webhooks: <WebhooksPanel stored={stored} />,
  Secrets: <SecretsPanel />,
  'E-mail about tasks': <NotifySection settings={stored.settings} />,
  Alerts: <AlertsSection settings={stored.settings} />,
  'Sign-in': <SignInPanel />,
  'Single sign-on': <SingleSignOnPanel />,
  'Time and language': <GeneralSection settings={stored.settings} />,
  'Data retention': <RetentionSection settings={stored.settings} />,
})

/** All topics on one page, with a list of them beside it where there is room. */
function Topics({ sections }: { sections: Record<Topic, ReactNode> }) {
  useAskedTopic()
  return (
    <div className={styles.topics}>
      <nav aria-label="Topics">
        <ul>
          {topics.map(topic => (
            <li key={topic}>
              <a href={`#${topicAnchor(topic)}`}>{topic}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        {topics.map(topic => (
          <div key={topic} id={topicAnchor(topic)} tabIndex={-1} className={styles.topic}>
            {sections[topic]}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Goes to the topic in the address, once there is something to go to. After the frame, which begins every page at its top. */
function useAskedTopic(): void {
  const asked = useSearchParams()[0].get('topic')
  useEffect(() => {
    if (asked === null) return
    const frame = requestAnimationFrame(() => document.getElementById(asked)?.focus())
    return () => cancelAnimationFrame(frame)
  }, [asked])
}

function Sections() {
  const settings = useQuery(settingsQuery)
  return <Loaded query={settings}>{stored => <Topics sections={sectionsOf(stored)} />}</Loaded>
}
