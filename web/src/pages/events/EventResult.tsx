import type { EventEffect } from '@millrace/contract/dashboard/events'
import type { RunStatus } from '@millrace/contract/run'
import { Link } from 'wouter'
import { Badge } from '../../components/Badge.tsx'
import { statusNames } from '../../features/run/run-status.ts'
import { t } from '../../language/words.ts'
import styles from './EventPage.module.css'

function effectInWords(did: EventEffect['did'], workflow: string): string {
  switch (did) {
    case 'started':
      return t`It started a run of ${workflow}`
    case 'woke':
      return t`It resumed a run of ${workflow}`
    case 'moved':
      return t`It moved the wait of a run of ${workflow}`
    case 'pushed':
      return t`It was replayed into ${workflow}`
  }
}

/** Without those about its effects, which come first and have their links. */
const Sentences = ({ sentences }: { sentences: readonly string[] }) =>
  sentences.length > 0 && (
    <ul className={styles.sentences}>
      {sentences.map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )

interface EventResultProps {
  effects: readonly EventEffect[]
  /** Those about its effects come first. */
  sentences: readonly string[]
}

/** The runs that an event had an effect on, and what each other workflow said about it. */
export const EventResult = ({ effects, sentences }: EventResultProps) => (
  <>
    {effects.length > 0 && (
      <ul className={styles.effects}>
        {effects.map(({ run_id, workflow_name, did, status }) => (
          <li key={run_id + did}>
            <Link to={`/runs/${run_id}`}>{effectInWords(did, workflow_name)}</Link>{' '}
            <Badge tone="quiet">{statusNames[status as RunStatus] ?? status}</Badge>
          </li>
        ))}
      </ul>
    )}
    <Sentences sentences={sentences.slice(effects.length)} />
  </>
)
