import type { RunInspection } from '@millrace/contract/dashboard/runs'
import { useState } from 'react'
import { Empty } from '../../components/list/Empty.tsx'
import { StepList } from '../../features/run/StepList.tsx'
import { StepDetail } from './StepDetail.tsx'
import styles from './Steps.module.css'

/** What was done and when, and everything about the step that is chosen. */
export function Steps({ inspection }: { inspection: RunInspection }) {
  const { steps } = inspection
  const [chosen, setChosen] = useState<number>()
  const selected = steps.find(({ position }) => position === chosen) ?? steps.at(-1)
  if (selected === undefined) {
    return (
      <Empty title="It has not begun yet">
        <p>The first step shows up here as soon as a worker has taken the run.</p>
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
