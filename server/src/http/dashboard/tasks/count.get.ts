import { dashboard } from '@millrace/contract/operations/dashboard'
import { countRows } from '#dashboard/lists/count-rows.ts'
import { tasksStatement } from '#dashboard/tasks/list-tasks.ts'
import { listsOn } from '#db/replica/lists.ts'
import { bind } from '../../bind.ts'
import { tasksAsked } from './tasks-asked.ts'

export default bind(dashboard.countTasks, ({ database }) => async ({ member, query }) => {
  const asked = tasksAsked(member, query)
  return countRows(listsOn(database), member.organisationId, limit =>
    tasksStatement(member.organisationId, { ...asked, limit }),
  )
})
