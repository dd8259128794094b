import type { Attention as Item } from '@millrace/contract/dashboard/home'
import { Link } from 'wouter'
import { Icon } from '../../components/Icon.tsx'
import { sourcePath } from '../../features/source/source-path.ts'
import { t } from '../../language/words.ts'
import styles from './Attention.module.css'
import section from './Section.module.css'
import { Section } from './Section.tsx'

/** What needs attention, each with what to do about it. */
export function Attention({ attention }: { attention: readonly Item[] }) {
  if (attention.length === 0) {
    return (
      <p className={styles.well}>
        <Icon name="done" />
        {t`All well: nothing needs attention.`}
      </p>
    )
  }
  return (
    <Section title={t`Needs attention`}>
      <ul className={`${section.rows} ${styles.items}`} data-tone="warn">
        {attention.map(item => (
          <li key={item.sentence}>
            <span>{item.sentence}</span>
            <Link to={whereOf(item)}>
              {actions[item.kind]}
              <span className="visually-hidden">: {item.sentence}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const actions: Record<Item['kind'], string> = {
  loop_suspected: t`Open workflow`,
  runs_failed: t`Review runs`,
  messages_retrying: t`Open workflow`,
  budget_spent: t`Change budget`,
  source_drift: t`Open source`,
  events_unrouted: t`View events`,
  key_ending: t`Manage keys`,
  connection_trouble: t`Open connection`,
  provider_down: t`Open providers`,
}

function whereOf({ kind, workflow_id, source, connection_id }: Item): string {
  const about = workflow_id === null ? {} : { workflow_id }
  if (kind === 'runs_failed') return `/runs?${new URLSearchParams({ status: 'failed', ...about })}`
  if (kind === 'loop_suspected' || kind === 'messages_retrying') return `/workflows/${workflow_id}`
  if (kind === 'events_unrouted') {
    return `/events?${new URLSearchParams({ status: 'unrouted', ...(source ? { source } : {}) })}`
  }
  if (kind === 'connection_trouble') return `/marketplace/connections/${connection_id}`
  if (kind === 'provider_down') return '/settings/organisation?topic=providers'
  if (kind === 'key_ending') return '/marketplace/api-keys'
  if (kind === 'source_drift') return sourcePath(source || null)
  return '/settings/organisation'
}
