import { dashboard } from '@millrace/contract/operations/dashboard'
import { applyChange } from '#dashboard/tasks/apply-change.ts'
import { findTask } from '#dashboard/tasks/find-task.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { requireId } from '../edge/require-id.ts'

/** For staff too: the people of a venue do its tasks, and need not see or change anything else. */
export default bind(dashboard.changeTask, ({ database, queue }) => async request => {
  const { organisationId, email: actor, serials: sight } = request.member
  const id = requireId(request.params.id, 'task_not_found')
  const task = await inTenant(database, organisationId, async tx => {
    const before = await findTask(tx, organisationId, id, sight)
    if (before === undefined) return undefined
    const { body: change } = checkedBody(request, dashboard.changeTask)
    await applyChange(tx, queue, { organisationId, before, change, actor })
    return findTask(tx, organisationId, id, sight)
  })
  if (task === undefined) throw new Refusal('task_not_found')
  return { message: 'Task changed.', task }
})
