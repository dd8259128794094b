import type { Task } from '@millrace/contract/dashboard/tasks'
import { useState } from 'react'
import { changeTask } from '../../api/management.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TextAreaField } from '../../components/form/TextAreaField.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { t } from '../../language/words.ts'

/** What was found or agreed, for the next member who looks at the task. */
export function NoteDialog({ task, onClose }: { task: Task; onClose(): void }) {
  const [note, setNote] = useState(task.note ?? '')
  const submission = useSubmit(
    () => changeTask(task.id, { note: note.trim() || null }),
    useChanged([['tasks']], onClose),
  )
  return (
    <Dialog title={t`Note`} onClose={onClose}>
      <p>{task.title}</p>
      <Form submission={submission} action={t`Save note`} onCancel={onClose}>
        <TextAreaField
          label={t`Note`}
          name="note"
          note={t`For example what the guest said. Leave blank for no note.`}
          maxLength={2_000}
          value={note}
          failure={submission.failure}
          onChange={setNote}
        />
      </Form>
    </Dialog>
  )
}
