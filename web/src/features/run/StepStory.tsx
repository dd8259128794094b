import type { RunStep } from '@millrace/contract/dashboard/runs'
import { t } from '../../language/words.ts'
import styles from './StepStory.module.css'
import { stepName } from './step-name.ts'

/** What each step did, to read only. */
export const StepStory = ({ steps }: { steps: readonly RunStep[] }) => (
  <ol className={styles.story} aria-label={t`Steps`}>
    {steps.map(step => (
      <li key={step.position} data-status={step.status}>
        <strong>{stepName(step)}</strong>
        <span>{step.sentence}</span>
      </li>
    ))}
  </ol>
)
