import type { EmailBlock } from '@millrace/contract/email-blocks'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { t } from '../../../language/words.ts'
import { BlockFields } from './BlockFields.tsx'
import { BlockList } from './BlockList.tsx'
import { allTypes } from './block-types.ts'
import styles from './EmailEditor.module.css'
import { EmailPreview } from './EmailPreview.tsx'

export interface EmailEditorProps {
  workflowId: string
  document: WorkflowDefinition
  blocks: readonly EmailBlock[]
  faultsAt(path: string): readonly string[]
  onChange(blocks: EmailBlock[], about?: string): void
  onClose(): void
}

/** The blocks of an e-mail, and beside them what a guest gets. */
export function EmailEditor({ workflowId, document, blocks, faultsAt, onChange, onClose }: EmailEditorProps) {
  return (
    <Dialog full title={t`Edit e-mail`} onClose={onClose}>
      <div className={styles.editor}>
        <div className={styles.written}>
          <BlockList blocks={blocks} types={allTypes} most={50} path="blocks" onChange={onChange}>
            {(block, path, change) => (
              <BlockFields {...{ block, path, document, faultsAt, onChange: change }} />
            )}
          </BlockList>
          <div>
            <Button onClick={onClose}>{t`Done`}</Button>
          </div>
        </div>
        <EmailPreview workflowId={workflowId} blocks={blocks} />
      </div>
    </Dialog>
  )
}
