import type { RunStep } from '@millrace/contract/dashboard/runs'
import { useZone } from '../../components/time/use-zone.ts'
import { t } from '../../language/words.ts'
import styles from './StepList.module.css'
import { stepName } from './step-name.ts'
import { stepTimes } from './step-times.ts'

/** A step of a real or a simulated run. */
export type ListedStep = Omit<RunStep, 'attempt' | 'message'> & Partial<Pick<RunStep, 'message'>>

export interface StepListProps {
  steps: readonly ListedStep[]
  selected: ListedStep
  /** The end for steps that are not finished. */
  now: number
  onSelect(position: number): void
}

/** The story of a run: what each step did, or why it did not, and when. */
export function StepList({ steps, selected, now, onSelect }: StepListProps) {
  const times = stepTimes(steps, now, useZone())
  return (
    <ol className={styles.steps} aria-label={t`Steps`}>
      {steps.map((step, place) => (
        <li key={step.position} data-status={step.status}>
          <button
            type="button"
            className={styles.step}
            aria-pressed={step === selected}
            onClick={() => onSelect(step.position)}
          >
            <span className={styles.dot} aria-hidden="true" />
            <span className={styles.name}>
              <strong>{stepName(step)}</strong>
              <span>{step.sentence}</span>
            </span>
            <span className={styles.when}>
              <span>{times[place]?.began}</span>
              <span>{times[place]?.took}</span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
