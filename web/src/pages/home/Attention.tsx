import type { Attention as Item } from '@millrace/contract/dashboard/home'
import { Link } from 'wouter'
import { Icon } from '../../components/Icon.tsx'
import { sourcePath } from '../../features/source/source-path.ts'
import styles from './Attention.module.css'

/** What needs attention, each with what to do about it. */
export function Attention({ attention }: { attention: readonly Item[] }) {
  if (attention.length === 0) {
    return (
      <p className={styles.well}>
        <Icon name="done" />
        All well: nothing needs attention.
      </p>
    )
  }
  return (
    <section aria-labelledby="attention" className={styles.section}>
      <h2 id="attention">Needs attention</h2>
      <ul>
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
    </section>
  )
}

const actions: Record<Item['kind'], string> = {
  loop_suspected: 'Open workflow',
  runs_failed: 'Review runs',
  messages_retrying: 'Open workflow',
  budget_spent: 'Change budget',
  source_drift: 'Open source',
  events_unrouted: 'View events',
  key_ending: 'Manage keys',
  connection_trouble: 'Open connection',
}

function whereOf({ kind, workflow_id, source, connection_id }: Item): string {
  const about = workflow_id === null ? {} : { workflow_id }
  if (kind === 'runs_failed') return `/runs?${new URLSearchParams({ status: 'failed', ...about })}`
  if (kind === 'loop_suspected' || kind === 'messages_retrying') return `/workflows/${workflow_id}`
  if (kind === 'events_unrouted') {
    return `/events?${new URLSearchParams({ status: 'unrouted', ...(source ? { source } : {}) })}`
  }
  if (kind === 'connection_trouble') return `/marketplace/connections/${connection_id}`
  if (kind === 'key_ending') return '/marketplace/api-keys'
  if (kind === 'source_drift') return sourcePath(source || null)
  return '/settings/organisation'
}
