import type { RunInspection, RunStep } from '@millrace/contract/dashboard/runs'
import { useState } from 'react'
import { Empty } from '../../components/list/Empty.tsx'
import { StepDetail } from './StepDetail.tsx'
import styles from './Steps.module.css'
import { axisOf, lengthInWords, spanOf } from './timeline.ts'

/** On the left what was done, on the right when: waits are hollow, attempts to deliver stand below their step. */
export function Steps({ inspection }: { inspection: RunInspection }) {
  const { steps } = inspection
  const [chosen, setChosen] = useState<number>()
  const selected = steps.find(({ position }) => position === chosen) ?? steps.at(-1)
  const axis = axisOf(steps, Date.now())
  if (selected === undefined) {
    return (
      <Empty title="It has not begun yet">
        <p>The first step shows up here as soon as a worker has taken the run.</p>
      </Empty>
    )
  }
  return (
    <div className={styles.inspector}>
      <ol className={styles.steps} aria-label="Steps">
        {steps.map(step => (
          <li key={step.position}>
            <button
              type="button"
              className={styles.step}
              aria-pressed={step === selected}
              data-status={step.status}
              onClick={() => setChosen(step.position)}
            >
              <span className={styles.dot} aria-hidden="true" />
              <span className={styles.name}>
                <strong>{step.label ?? step.type.replaceAll('_', ' ')}</strong>
                <span>{statusInWords(step)}</span>
              </span>
              <Bar step={step} axis={axis} />
            </button>
            <Attempts step={step} axis={axis} />
          </li>
        ))}
      </ol>
      <StepDetail step={selected} inspection={inspection} />
    </div>
  )
}

type Axis = ReturnType<typeof axisOf>

function Bar({ step, axis }: { step: RunStep; axis: Axis }) {
  const { from, width } = spanOf(step.started_at, step.finished_at, axis)
  const end = step.finished_at === null ? Date.now() : Date.parse(step.finished_at)
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

function Attempts({ step, axis }: { step: RunStep; axis: Axis }) {
  const attempts = step.message?.attempts ?? []
  if (attempts.length < 2) return null
  return (
    <ol className={styles.attempts} aria-label="Attempts to deliver">
      {attempts.map(({ attempt, at, duration_ms, outcome }) => {
        const end = new Date(Date.parse(at) + duration_ms).toISOString()
        const { from, width } = spanOf(at, end, axis)
        return (
          <li key={attempt} data-outcome={outcome}>
            <span>{`Attempt ${attempt}: ${outcome}`}</span>
            <span className={styles.axis}>
              <span className={styles.bar} style={{ left: `${from}%`, width: `${width}%` }} />
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** A step that was skipped says why at once: that is what people come here for. */
function statusInWords({ status, detail }: RunStep): string {
  const reason = typeof detail.reason === 'string' ? detail.reason.replaceAll('_', ' ') : undefined
  return reason === undefined ? status : `${status}: ${reason}`
}
