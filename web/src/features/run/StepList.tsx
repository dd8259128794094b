import type { RunStep } from '@millrace/contract/dashboard/runs'
import styles from './StepList.module.css'
import { stepName } from './step-name.ts'
import { axisOf, lengthInWords, spanOf } from './timeline.ts'

/** A step of a real or a simulated run. */
export type ListedStep = Omit<RunStep, 'attempt' | 'message'> & Partial<Pick<RunStep, 'message'>>

export interface StepListProps {
  steps: readonly ListedStep[]
  selected: ListedStep
  /** The end for steps that are not finished. */
  now: number
  onSelect(position: number): void
}

/** The steps on the left, their times on the right. Waits are hollow; delivery attempts are below their step. */
export function StepList({ steps, selected, now, onSelect }: StepListProps) {
  const axis = axisOf(steps, now)
  return (
    <ol className={styles.steps} aria-label="Steps">
      {steps.map(step => (
        <li key={step.position}>
          <button
            type="button"
            className={styles.step}
            aria-pressed={step === selected}
            data-status={step.status}
            onClick={() => onSelect(step.position)}
          >
            <span className={styles.dot} aria-hidden="true" />
            <span className={styles.name}>
              <strong>{stepName(step)}</strong>
              <span>{statusInWords(step)}</span>
            </span>
            <Bar step={step} axis={axis} now={now} />
          </button>
          <Attempts step={step} axis={axis} />
        </li>
      ))}
    </ol>
  )
}

type Axis = ReturnType<typeof axisOf>

function Bar({ step, axis, now }: { step: ListedStep; axis: Axis; now: number }) {
  const { from, width } = spanOf(step.started_at, step.finished_at, axis)
  const end = step.finished_at === null ? now : Date.parse(step.finished_at)
  return (
    <span className={styles.axis}>
      <span
        className={styles.bar}
        data-kind={step.type.startsWith('wait') ? 'wait' : 'work'}
        style={{ left: `${from}%`, width: `${width}%` }}
      />
      <span className={styles.length}>{lengthInWords(end - Date.parse(step.started_at))}</span>
    </span>
  )
}

function Attempts({ step, axis }: { step: ListedStep; axis: Axis }) {
  const attempts = step.message?.attempts ?? []
  if (attempts.length < 2) return null
  return (
    <ol className={styles.attempts} aria-label="Delivery attempts">
      {attempts.map(({ attempt, at, duration_ms, outcome, detail }) => {
        const end = new Date(Date.parse(at) + duration_ms).toISOString()
        const { from, width } = spanOf(at, end, axis)
        return (
          <li key={attempt} data-outcome={outcome}>
            <span>{`Attempt ${attempt} ${attemptInWords(outcome, detail.message)}`}</span>
            <span className={styles.axis}>
              <span className={styles.bar} style={{ left: `${from}%`, width: `${width}%` }} />
            </span>
          </li>
        )
      })}
    </ol>
  )
}

const outcomes = { delivered: 'was delivered', retry: 'failed', refused: 'was refused' } as const

/** "failed: The name hooks.example.com has no address." */
const attemptInWords = (outcome: keyof typeof outcomes, reason: unknown): string =>
  typeof reason === 'string' ? `${outcomes[outcome]}: ${reason}` : outcomes[outcome]

/** A skipped step shows its reason at once: that is what people look for here. */
function statusInWords({ status, detail }: ListedStep): string {
  const reason = typeof detail.reason === 'string' ? detail.reason.replaceAll('_', ' ') : undefined
  return reason === undefined ? status : `${status}: ${reason}`
}
