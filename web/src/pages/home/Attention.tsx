import type { Attention as Item } from '@millrace/contract/dashboard/home'
import { Link } from 'wouter'
import { sourcePath } from '../../features/source/source-path.ts'
import styles from './Attention.module.css'

/** What needs attention, with links. */
export function Attention({ attention }: { attention: readonly Item[] }) {
  if (attention.length === 0) return null
  return (
    <section aria-labelledby="attention" className={styles.section}>
      <h2 id="attention">Needs attention</h2>
      <ul>
        {attention.map(item => (
          <li key={item.sentence}>
            <Link to={whereOf(item)}>{item.sentence}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function whereOf({ kind, workflow_id, source }: Item): string {
  const about = workflow_id === null ? {} : { workflow_id }
  if (kind === 'runs_failed') return `/runs?${new URLSearchParams({ status: 'failed', ...about })}`
  if (kind === 'loop_suspected') return `/workflows/${workflow_id}`
  if (kind === 'events_unrouted') {
    return `/events?${new URLSearchParams({ status: 'unrouted', ...(source ? { source } : {}) })}`
  }
  if (kind === 'key_ending') return '/marketplace/api-keys'
  if (kind === 'source_drift') return sourcePath(source || null)
  return '/settings/organisation'
}
