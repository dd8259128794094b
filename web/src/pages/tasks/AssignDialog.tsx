import type { Task } from '@millrace/contract/dashboard/tasks'
import { useState } from 'react'
import { changeTask } from '../../api/management.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { ComboField } from '../../components/form/ComboField.tsx'
import { Form } from '../../components/form/Form.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { useMemberOptions } from '../../features/member/use-member-options.ts'
import { t } from '../../language/words.ts'

export function AssignDialog({ task, onClose }: { task: Task; onClose(): void }) {
  const [assignee, setAssignee] = useState(task.assignee ?? '')
  const members = useMemberOptions()
  const submission = useSubmit(
    () => changeTask(task.id, { assignee: assignee.trim() || null }),
    useChanged([['tasks']], onClose),
  )
  return (
    <Dialog title={t`Assign task`} onClose={onClose}>
      <p>{task.title}</p>
      <Form submission={submission} action={t`Assign`} onCancel={onClose}>
        <ComboField
          options={members}
          label={t`Assignee`}
          name="assignee"
          note={t`A role or a name. Leave blank for no assignee.`}
          maxLength={200}
          value={assignee}
          failure={submission.failure}
          onChange={setAssignee}
        />
      </Form>
    </Dialog>
  )
}
