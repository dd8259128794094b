import { dashboard } from '@millrace/contract/operations/dashboard'
import { changeTask, findTask } from '#dashboard/tasks/change-task.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { requireId } from '../edge/require-id.ts'

/** For viewers too: the people of a venue do its tasks, and need not be able to change what guests get. */
export default bind(dashboard.changeTask, ({ database }) => async request => {
  const { organisationId, email: actor, serials: sight } = request.member
  const id = requireId(request.params.id, 'task_not_found')
  const task = await inTenant(database, organisationId, async tx => {
    if ((await findTask(tx, organisationId, id, sight)) === undefined) return undefined
    const { body: change } = checkedBody(request, dashboard.changeTask)
    return changeTask(tx, { organisationId, id, sight, change, actor })
  })
  if (task === undefined) throw new Refusal('task_not_found')
  return { message: 'Task changed.', task }
})
