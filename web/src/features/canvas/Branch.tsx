import { Handle, Position } from '@xyflow/react'
import { t } from '../../language/words.ts'
import { AddButton } from './AddButton.tsx'
import styles from './Branch.module.css'
import { useCanvasActions } from './canvas-actions.ts'
import { BOX, TO_BUTTON, TO_NAME, TURN } from './layout/measures.ts'

/** Where a connection leaves the box, measured from its top left corner, with its name and the button for a step. */
export interface BranchHandle {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly label: string
  readonly canAdd: boolean
}

/**
 * The begin of a connection: where it can be drawn from, its name and the button for a step on it. It belongs to the box
 * and not to the line, so that Tab reaches it after its step and before the next one.
 */
export function Branch({ from, name, handle }: { from: string; name: string; handle: BranchHandle }) {
  const { id, x, y, label, canAdd } = handle
  const { add } = useCanvasActions()
  // Of the only connection the handle is at the box; of one of several, at the turn to its branch.
  const turn = Math.max(y, BOX.height + TURN)
  const at = (top: number) => ({ left: x, top })
  return (
    <>
      <Handle id={id} type="source" position={Position.Bottom} className={styles.handle} style={at(y)} />
      {label && (
        <span className={styles.label} title={label} style={{ ...at(turn + TO_NAME), maxWidth: BOX.width }}>
          {label}
        </span>
      )}
      {canAdd && (
        <div className={`nopan ${styles.button}`} style={at(turn + (label ? TO_BUTTON : TO_NAME / 2))}>
          <AddButton
            what={t`after ${name}${label && `, ${label}`}`}
            onAdd={() => add({ from, handle: id })}
          />
        </div>
      )}
    </>
  )
}
