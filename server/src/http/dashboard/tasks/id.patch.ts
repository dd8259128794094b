import { dashboard } from '@millrace/contract/operations/dashboard'
import { findTask } from '#dashboard/tasks/find-task.ts'
import { inTenant } from '#db/database.ts'
import { resumeFromTask } from '#runs/waits/resume-from-task.ts'
import { changeTask } from '#tasks/change-task.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { requireId } from '../edge/require-id.ts'

/** For viewers too: the people of a venue do its tasks, and need not be able to change what guests get. */
export default bind(dashboard.changeTask, ({ database, queue }) => async request => {
  const { organisationId, email: actor, serials: sight } = request.member
  const id = requireId(request.params.id, 'task_not_found')
  const task = await inTenant(database, organisationId, async tx => {
    const before = await findTask(tx, organisationId, id, sight)
    if (before === undefined) return undefined
    const { body: change } = checkedBody(request, dashboard.changeTask)
    if (change.status === 'done' && before.status === 'open') {
      const { guest_id: guestId, run_id: runId } = before
      await resumeFromTask(tx, queue, { organisationId, guestId, runId, id })
    }
    await changeTask(tx, { organisationId, before, change, actor })
    return findTask(tx, organisationId, id, sight)
  })
  if (task === undefined) throw new Refusal('task_not_found')
  return { message: 'Task changed.', task }
})
