import type { HomeChange } from '@millrace/contract/dashboard/home'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Time } from '../../components/time/Time.tsx'
import { rich, t } from '../../language/words.ts'
import styles from './Changes.module.css'
import section from './Section.module.css'
import { Section } from './Section.tsx'

/** What colleagues did to workflows, so that a figure that moved has its reason beside it. */
export function Changes({ changes }: { changes: readonly HomeChange[] }) {
  return (
    <Section title={t`What changed`}>
      <ul className={`${section.rows} ${styles.changes}`}>
        {changes.map(change => (
          <li key={`${change.workflow_id} ${change.at}`}>
            <span>{said(change)}</span>
            <Time at={change.at} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function said({ who, did, workflow_id, workflow_name }: HomeChange): ReactNode {
  const workflow = <Link to={`/workflows/${workflow_id}`}>{workflow_name}</Link>
  if (did === 'published') return rich`${who} published ${workflow}`
  if (did === 'paused') return rich`${who} paused ${workflow}`
  if (did === 'resumed') return rich`${who} resumed ${workflow}`
  return rich`${who} archived ${workflow}`
}
