import { dashboard } from '@millrace/contract/operations/dashboard'
import { readPosition, writePosition } from '#dashboard/lists/position.ts'
import { listTasks } from '#dashboard/tasks/list-tasks.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../bind.ts'
import { pageRequest } from '../edge/page.ts'
import { listPage } from './edge/list-page.ts'
import { tasksAsked } from './tasks/tasks-asked.ts'

export default bind(dashboard.listTasks, parts => async request => {
  const { organisationId } = request.member
  const { sort } = request.query
  const asked = tasksAsked(request.member, request.query)
  // A task that is done is due no more.
  const order = asked.status === 'done' && sort?.endsWith('due') ? undefined : sort
  const name = `tasks ${asked.status} ${order ?? ''}`
  const page = pageRequest(parts, name, request.query)
  const rows = await inTenant(parts.database, organisationId, tx =>
    listTasks(tx, organisationId, {
      ...asked,
      sort: order,
      after: readPosition(page.after),
      limit: page.limit + 1,
    }),
  )
  const list = { list: name, page, path: dashboard.listTasks.path, query: request.query }
  return listPage(parts, list, rows, ({ exact, id }) => writePosition({ at: exact, id }))
})
