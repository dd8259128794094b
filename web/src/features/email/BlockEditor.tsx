import { type EmailBlock, isWrittenBlock } from '@millrace/contract/email-blocks'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { ReactNode } from 'react'
import type { TestOfMessage } from '../message/SendTest.tsx'
import { BlockFields } from './BlockFields.tsx'
import { BlockList } from './BlockList.tsx'
import { writtenTypes } from './block-types.ts'
import styles from './EmailEditor.module.css'
import { EmailPreview } from './EmailPreview.tsx'
import { PieceBlock } from './PieceBlock.tsx'

export interface BlockEditorProps {
  /** Absent: the blocks belong to no workflow. */
  workflowId?: string
  document: Partial<Pick<WorkflowDefinition, 'variables' | 'nodes'>>
  language?: string | undefined
  blocks: readonly EmailBlock[]
  /** Absent: it is part of several e-mails. */
  test?: TestOfMessage
  faultsAt(path: string): readonly string[]
  onChange(blocks: EmailBlock[], about?: string): void
  /** Above the blocks. */
  above?: ReactNode
  /** Below them. */
  children: ReactNode
}

/** The most blocks of an e-mail. */
export const MOST_BLOCKS = 50

/** Blocks, and beside them what a guest gets. */
export function BlockEditor(props: BlockEditorProps) {
  const { workflowId, document, language, blocks, test, faultsAt, onChange, above, children } = props
  const detach = (path: string, written: readonly EmailBlock[]) =>
    onChange(blocks.toSpliced(Number(path.split('.').at(-1)), 1, ...structuredClone(written)))
  return (
    <div className={styles.editor}>
      <div className={styles.written}>
        {above}
        <BlockList blocks={blocks} types={writtenTypes} most={MOST_BLOCKS} path="blocks" onChange={onChange}>
          {(block, path, change) =>
            isWrittenBlock(block) ? (
              <BlockFields {...{ block, path, document, faultsAt, onChange: change }} />
            ) : (
              <PieceBlock
                piece={block.piece}
                faults={faultsAt(path)}
                onDetach={written => detach(path, written)}
              />
            )
          }
        </BlockList>
        {children}
      </div>
      <EmailPreview workflowId={workflowId} language={language} blocks={blocks} test={test} />
    </div>
  )
}
