import type { Task } from '@millrace/contract/dashboard/tasks'
import { useState } from 'react'
import { changeTask } from '../../api/management.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { useChanged } from '../../components/use-changed.ts'

export function AssignDialog({ task, onClose }: { task: Task; onClose(): void }) {
  const [assignee, setAssignee] = useState(task.assignee ?? '')
  const submission = useSubmit(
    () => changeTask(task.id, { assignee: assignee.trim() || null }),
    useChanged([['tasks']], onClose),
  )
  return (
    <Dialog title="Assign task" onClose={onClose}>
      <p>{task.title}</p>
      <Form submission={submission} action="Assign" onCancel={onClose}>
        <TextField
          label="Assignee"
          name="assignee"
          note="A role or a name. Leave blank for no assignee."
          maxLength={200}
          value={assignee}
          failure={submission.failure}
          onChange={setAssignee}
        />
      </Form>
    </Dialog>
  )
}
