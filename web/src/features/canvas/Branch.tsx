import { Handle, Position } from '@xyflow/react'
import { t } from '../../language/words.ts'
import { AddButton } from './AddButton.tsx'
import styles from './Branch.module.css'
import { BOX, BRANCH_GAP, laneWidth, TO_BUTTON, TO_NAME, TURN } from './layout/measures.ts'

export interface Taken {
  /** As "61 %". */
  readonly share: string
  /** The same as a sentence, with how many of them ended in success. */
  readonly about: string
  /** As "38 % succeeded". */
  readonly success: string
}

/** Where a connection leaves the box, measured from its top left corner, with its name and the button for a step. */
export interface BranchHandle {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly label: string
  readonly canAdd: boolean
  /** How the latest runs took it; absent while none did, or where there is no other connection. */
  readonly taken?: Taken | undefined
}

/**
 * The begin of a connection: where it can be drawn from, its name and the button for a step on it. It belongs to the box
 * and not to the line, so that Tab reaches it after its step and before the next one.
 */
export function Branch({ from, name, handle }: { from: string; name: string; handle: BranchHandle }) {
  const { id, x, y, label, canAdd, taken } = handle
  // Of the only connection the handle is at the box; of one of several, at the turn to its branch.
  const turn = Math.max(y, BOX.height + TURN)
  const at = (top: number) => ({ left: x, top })
  return (
    <>
      <Handle id={id} type="source" position={Position.Bottom} className={styles.handle} style={at(y)} />
      {label && (
        <span
          data-branch=""
          className={styles.label}
          title={label}
          style={{ ...at(turn + TO_NAME), maxWidth: Math.min(BOX.width, laneWidth(label) + BRANCH_GAP - 8) }}
        >
          {label}
        </span>
      )}
      {taken && (
        <span
          data-branch=""
          className={styles.taken}
          title={taken.about}
          style={at(turn + (label ? TO_BUTTON : TO_NAME / 2))}
        >
          <strong aria-hidden="true">{taken.share}</strong>
          <span aria-hidden="true">{taken.success}</span>
          <span className="visually-hidden">{taken.about}</span>
        </span>
      )}
      {canAdd && (
        <div className={`nopan ${styles.button}`} style={at(turn + (label ? TO_BUTTON : TO_NAME / 2))}>
          <AddButton what={t`after ${name}${label && `, ${label}`}`} place={{ from, handle: id }} />
        </div>
      )}
    </>
  )
}
