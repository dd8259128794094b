import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { Button } from '../../../components/Button.tsx'
import { copiesOf, stepsAsText } from '../../../features/workflow/copied-steps.ts'
import { findNode } from '../../../features/workflow/document.ts'
import { nameOf } from '../../../features/workflow/node-types.ts'
import { copySteps } from '../../../features/workflow/step-clipboard.ts'
import { t } from '../../../language/words.ts'
import styles from './NodePanel.module.css'

export interface SeveralStepsProps {
  document: WorkflowDefinition
  ids: ReadonlySet<string>
  locked: boolean
  onDuplicate(): void
  onRemove(): void
}

/** What can be done with several steps at once. */
export function SeveralSteps({ document, ids, locked, onDuplicate, onRemove }: SeveralStepsProps) {
  const text = stepsAsText(document, ids)
  const isOnlyEnd = copiesOf(document, ids).length === 0
  return (
    <>
      <p className={styles.about}>
        {t`Drag one of them to move them all. Shift-click a step to add or remove it.`}
      </p>
      <ul className={styles.several}>
        {[...ids].map(id => {
          const node = findNode(document, id)
          return node && <li key={id}>{nameOf(node)}</li>
        })}
      </ul>
      <div className={styles.actions}>
        {!locked && !isOnlyEnd && (
          <Button quiet onClick={onDuplicate}>
            {t`Duplicate`}
          </Button>
        )}
        {text !== undefined && (
          <Button quiet onClick={() => copySteps(text)}>
            {t`Copy steps`}
          </Button>
        )}
        {!locked && (
          <Button quiet danger onClick={onRemove}>
            {t`Remove steps`}
          </Button>
        )}
      </div>
    </>
  )
}
