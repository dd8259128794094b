import type { EmailBlock } from '@millrace/contract/email-blocks'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { t } from '../../language/words.ts'
import type { TestOfMessage } from '../message/SendTest.tsx'
import { BlockEditor, MOST_BLOCKS } from './BlockEditor.tsx'
import styles from './EmailEditor.module.css'
import { PieceInsert } from './PieceInsert.tsx'
import { SavePieceDialog } from './SavePieceDialog.tsx'

export interface EmailEditorProps {
  workflowId: string
  document: Partial<Pick<WorkflowDefinition, 'variables' | 'nodes'>>
  /** Of the blocks, where they are a translation. */
  language?: string | undefined
  blocks: readonly EmailBlock[]
  /** The e-mail that they are in. */
  test: TestOfMessage
  faultsAt(path: string): readonly string[]
  onChange(blocks: EmailBlock[], about?: string): void
  onClose(): void
}

/** The blocks of an e-mail of a workflow: written here, or saved for several e-mails. */
export function EmailEditor({ onClose, ...editor }: EmailEditorProps) {
  const { blocks, onChange } = editor
  const [saving, setSaving] = useState(false)
  return (
    <>
      <BlockEditor {...editor}>
        {blocks.length < MOST_BLOCKS && (
          <PieceInsert onInsert={piece => onChange([...blocks, { type: 'piece', piece }])} />
        )}
        <div className={styles.actions}>
          <Button onClick={onClose}>{t`Done`}</Button>
          {blocks.some(({ type }) => type !== 'piece') && (
            <Button quiet onClick={() => setSaving(true)}>
              {t`Save for reuse…`}
            </Button>
          )}
        </div>
      </BlockEditor>
      {saving && <SavePieceDialog blocks={blocks} onSaved={onChange} onClose={() => setSaving(false)} />}
    </>
  )
}
