import type { TestEventAnswer } from '@millrace/contract/dashboard/events'
import type { Static } from 'typebox'
import { Link } from 'wouter'
import { Note } from '../../components/Note.tsx'
import { Panel } from '../../components/Panel.tsx'
import { t } from '../../language/words.ts'
import styles from './EventPage.module.css'
import { counted } from './replay-words.ts'

export interface TestReceipt extends Static<typeof TestEventAnswer> {
  /** Nothing was stored, so there is nothing to link to. */
  readonly tried: boolean
}

/** The result of a test event, or of a dry run. */
export function TestResult({ receipt: { tried, event, sentences } }: { receipt: TestReceipt }) {
  const runs = event.workflow_runs.length
  return (
    <Panel title={tried ? t`Result of the dry run` : t`Result`}>
      <Note tone={runs > 0 ? 'good' : 'warn'}>
        {tried
          ? t`Dry run: nothing was stored or sent.`
          : runs === 0
            ? t`The event was sent and started no run.`
            : t`The event was sent and started ${counted(runs, 'run')}.`}
      </Note>
      <ul className={styles.sentences}>
        {sentences.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {!tried && (
        <ul className={styles.effects}>
          {event.workflow_runs.map(({ id }, place) => (
            <li key={id}>
              <Link to={`/runs/${id}`}>{runs === 1 ? t`View the run` : t`View run ${place + 1}`}</Link>
            </li>
          ))}
          <li>
            <Link to={`/events/${event.id}`}>{t`Open the event`}</Link>
          </li>
        </ul>
      )}
    </Panel>
  )
}
