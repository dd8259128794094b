import type { NodeOf } from '@millrace/contract/node'
import { EmailEditor } from '../../../features/email/EmailEditor.tsx'
import { EmailPreview } from '../../../features/email/EmailPreview.tsx'
import { t } from '../../../language/words.ts'
import { faultsAt, type NodeFormProps } from './panel-context.ts'
import { testOf } from './test-of.ts'

/** The blocks of the step's e-mail, or of one of its translations. */
export function StepBlocks({ onClose, ...form }: NodeFormProps<NodeOf<'send_email'>> & { onClose(): void }) {
  const { node, onNode, workflowId, document, faults, language, locked } = form
  // A translation need not be made like the original.
  if (node.blocks === undefined)
    return <p>{t`This one is a saved e-mail or HTML. Close the editor to change it.`}</p>
  if (locked) return <EmailPreview workflowId={workflowId} language={language} blocks={node.blocks} />
  return (
    <EmailEditor
      workflowId={workflowId}
      document={document}
      language={language}
      blocks={node.blocks}
      test={testOf(form)}
      faultsAt={path => faultsAt(faults, path)}
      onChange={(blocks, about) => onNode({ ...node, blocks }, about)}
      onClose={onClose}
    />
  )
}
