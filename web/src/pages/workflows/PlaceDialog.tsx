import type { WorkflowInList } from '@millrace/contract/dashboard/workflows'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { placeWorkflow } from '../../api/workflows.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { ComboField } from '../../components/form/ComboField.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TokensField } from '../../components/form/TokensField.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { t } from '../../language/words.ts'
import { usePlaces } from './use-places.ts'

/** Where a workflow is kept in the list. */
export function PlaceDialog({ workflow, onClose }: { workflow: WorkflowInList; onClose(): void }) {
  const [folder, setFolder] = useState(workflow.folder ?? '')
  const [tags, setTags] = useState<readonly string[]>(workflow.tags)
  const places = usePlaces()
  const submission = useSubmit(
    () => placeWorkflow(workflow.id, { folder: folder.trim() || null, tags: [...tags] }),
    useChanged([['workflows']], onClose),
  )
  return (
    <Dialog title={t`Folder and tags`} onClose={onClose}>
      <p>{workflow.name}</p>
      <Form submission={submission} action={t`Save`} onCancel={onClose}>
        <ComboField
          options={places.folders}
          label={t`Folder`}
          name="folder"
          note={t`Choose one or type a new name. Leave blank for none.`}
          maxLength={60}
          value={folder}
          failure={submission.failure}
          onChange={setFolder}
        />
        <TokensField
          options={places.tags}
          label={t`Tags`}
          name="tags"
          note={t`For the list of workflows only. Tags of guests are separate.`}
          value={tags}
          failure={submission.failure}
          onChange={setTags}
        />
      </Form>
    </Dialog>
  )
}
