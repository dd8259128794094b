import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { t } from '../../language/words.ts'
import type { Place } from '../workflow/document.ts'
import { AddButton } from './AddButton.tsx'
import styles from './LooseEnd.module.css'

export type LooseNode = Node<{ label: string; locked: boolean; place: Place }, 'loose'>

/** The end of a connection without a target. */
export function LooseEnd({ data }: NodeProps<LooseNode>) {
  return (
    <div className={styles.end}>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <span>{t`no next step yet`}</span>
      {!data.locked && (
        <AddButton what={t`at the open end${data.label && t` of ${data.label}`}`} place={data.place} />
      )}
    </div>
  )
}
