import type { NodeType } from '@millrace/contract/node'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { isApple } from '../../components/is-apple.ts'
import { nodeKinds, nodeTypes } from '../../features/workflow/node-types.ts'
import { rich, t } from '../../language/words.ts'
import styles from './AddStepDialog.module.css'

export function AddStepDialog({
  onAdd,
  onClose,
}: {
  onAdd(type: NodeType, by?: 'keyboard'): void
  onClose(): void
}) {
  const types = Object.entries(nodeTypes) as [NodeType, (typeof nodeTypes)[NodeType]][]
  return (
    <Dialog wide title={t`Add a step`} onClose={onClose}>
      <p className={styles.paste}>
        {rich`Choose one, or paste steps that you have copied: ${<kbd>{isApple ? '⌘V' : 'Ctrl V'}</kbd>}`}
      </p>
      {nodeKinds.map(([kind, title]) => (
        <section key={kind} aria-label={title}>
          <h3 className={styles.kind}>{title}</h3>
          <div className={styles.types}>
            {types
              .filter(([, described]) => described.kind === kind)
              .map(([type, { name, about }]) => (
                <button
                  key={type}
                  type="button"
                  onClick={event => onAdd(type, event.detail === 0 ? 'keyboard' : undefined)}
                >
                  <strong>{name}</strong>
                  <span>{about}</span>
                </button>
              ))}
          </div>
        </section>
      ))}
    </Dialog>
  )
}
