import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { AddButton } from './AddButton.tsx'
import styles from './LooseEnd.module.css'

export type LooseNode = Node<{ label: string; locked: boolean; onAdd(): void }, 'loose'>

/** The end of a connection without a target. */
export function LooseEnd({ data }: NodeProps<LooseNode>) {
  return (
    <div className={styles.end}>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <span>no next step yet</span>
      {!data.locked && (
        <AddButton what={`at the open end${data.label && ` of ${data.label}`}`} onAdd={data.onAdd} />
      )}
    </div>
  )
}
