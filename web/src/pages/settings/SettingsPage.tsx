import type { SettingsAnswer } from '@millrace/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { isFound } from '../../components/is-found.ts'
import { Empty } from '../../components/list/Empty.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Note } from '../../components/Note.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { settingsQuery } from '../../components/time/use-zone.ts'
import { type Topic, topicName, topics, topicWords } from '../../features/settings/topics.ts'
import { plural, t } from '../../language/words.ts'
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
import { ProvidersPanel } from './ProvidersPanel.tsx'
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
        title={t`Organisation`}
        trail={[{ label: t`Settings` }]}
        about={t`These settings apply to all messages and workflows. Each section is saved separately.`}
      />
      {isOwner ? <Sections /> : <Note tone="warn">{t`Only an owner can change the settings.`}</Note>}
    </>
  )
}

const sectionsOf = (stored: SettingsAnswer): Record<Topic, ReactNode> => ({
  'quiet-hours': <QuietHoursSection settings={stored.settings} />,
  'limits-for-each-guest': <CapsSection settings={stored.settings} />,
  topics: <TopicsSection settings={stored.settings} />,
  'double-opt-in': <DoubleOptInSection settings={stored.settings} />,
  budgets: <BudgetsSection settings={stored.settings} />,
  'e-mail': <EmailSection stored={stored} />,
  brand: <BrandSection settings={stored.settings} />,
  'sender-domain': <SenderPanel />,
  'bounces-and-complaints': <FeedbackPanel />,
  links: <LinksSection settings={stored.settings} />,
  sms: <SmsSection stored={stored} />,
  providers: <ProvidersPanel />,
  webhooks: <WebhooksPanel stored={stored} />,
  secrets: <SecretsPanel />,
  'e-mail-about-tasks': <NotifySection settings={stored.settings} />,
  alerts: <AlertsSection settings={stored.settings} />,
  'sign-in': <SignInPanel />,
  'single-sign-on': <SingleSignOnPanel />,
  'time-and-language': <GeneralSection settings={stored.settings} />,
  'data-retention': <RetentionSection settings={stored.settings} />,
})

/** All topics on one page, with a list of them beside it where there is room. */
function Topics({ sections }: { sections: Record<Topic, ReactNode> }) {
  useAskedTopic()
  const [typed, setTyped] = useState('')
  const found = topics.filter(topic => isFound(topicWords(topic), typed))
  return (
    <div className={styles.topics}>
      <nav aria-label={t`Topics`}>
        <ul>
          {found.map(topic => (
            <li key={topic}>
              <a href={`#${topic}`}>{topicName(topic)}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        <search>
          <form
            className={styles.search}
            onSubmit={event => {
              event.preventDefault()
              if (found[0] !== undefined) document.getElementById(found[0])?.focus()
            }}
          >
            <TextField
              type="search"
              label={t`Search settings`}
              name="search"
              placeholder={t`e.g. time zone, DKIM, logo`}
              value={typed}
              onChange={setTyped}
            />
          </form>
        </search>
        <p role="status" className="visually-hidden">
          {typed.trim() !== '' && plural(found.length, '# topic found', '# topics found')}
        </p>
        {found.length === 0 && (
          <Empty title={t`No setting matches “${typed.trim()}”`}>
            <p>{t`Venues, members, keys and connections have their own pages. The search at the top finds them.`}</p>
            <Button quiet onClick={() => setTyped('')}>{t`Show all settings`}</Button>
          </Empty>
        )}
        {/* Hidden instead of taken away: what was typed into their forms stays. */}
        {topics.map(topic => (
          <div key={topic} id={topic} tabIndex={-1} className={styles.topic} hidden={!found.includes(topic)}>
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
