import type { RunInspection } from '@millrace/contract/dashboard/runs'
import { useMemo, useState } from 'react'
import { Empty } from '../../components/list/Empty.tsx'
import { Canvas } from '../../features/canvas/Canvas.tsx'
import { toDocument } from '../../features/workflow/document.ts'
import { t } from '../../language/words.ts'
import styles from './RunCanvas.module.css'
import { pathOf } from './run-path.ts'
import { StepDetail } from './StepDetail.tsx'

/** The version of the run, with its path highlighted. */
export default function RunCanvas({ inspection }: { inspection: RunInspection }) {
  const { definition, steps } = inspection
  const [chosen, setChosen] = useState<string>()
  const document = useMemo(() => (definition === null ? undefined : toDocument(definition)), [definition])
  if (document === undefined) {
    return (
      <Empty title={t`This version can’t be shown`}>
        <p>{t`The canvas does not support it. See “Step by step” for what happened.`}</p>
      </Empty>
    )
  }
  const step = steps.findLast(({ node_id }) => node_id === chosen) ?? steps.at(-1)
  return (
    <>
      <div className={styles.canvas}>
        <Canvas
          locked
          document={document}
          selected={chosen}
          faults={[]}
          path={pathOf(steps, document, Date.now())}
          onSelect={setChosen}
        />
      </div>
      {step && <StepDetail step={step} inspection={inspection} />}
    </>
  )
}
