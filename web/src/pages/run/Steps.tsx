import type { RunInspection, RunStep } from '@millrace/contract/dashboard/runs'
import { useState } from 'react'
import { Empty } from '../../components/list/Empty.tsx'
import { StepList } from '../../features/run/StepList.tsx'
import { t } from '../../language/words.ts'
import { StepDetail } from './StepDetail.tsx'
import styles from './Steps.module.css'

/** What was done and when, and everything about the step that is chosen. */
export function Steps({ inspection }: { inspection: RunInspection }) {
  const { steps } = inspection
  const [chosen, setChosen] = useState<number>()
  const selected = steps.find(({ position }) => position === chosen) ?? mostTelling(steps)
  if (selected === undefined) {
    return (
      <Empty title={t`Not started yet`}>
        <p>{t`The first step appears here as soon as the run starts.`}</p>
      </Empty>
    )
  }
  return (
    <div className={styles.inspector}>
      <StepList steps={steps} selected={selected} now={Date.now()} onSelect={setChosen} />
      <StepDetail step={selected} inspection={inspection} />
    </div>
  )
}

/** Where it failed or waits; else what it sent last, or did not. The end says nothing that the status does not. */
const mostTelling = (steps: readonly RunStep[]): RunStep | undefined =>
  steps.findLast(({ status }) => status === 'failed' || status === 'waiting') ??
  steps.findLast(({ message, status }) => message !== undefined || status === 'skipped') ??
  steps.at(-1)
