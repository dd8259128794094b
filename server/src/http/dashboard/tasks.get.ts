import { PageQuery, Uuid } from '@millrace/contract/common'
import { TaskList, TaskStatus } from '@millrace/contract/dashboard/tasks'
import { Type } from 'typebox'
import { readPosition, writePosition } from '#dashboard/lists/position.ts'
import { listTasks } from '#dashboard/tasks/list-tasks.ts'
import { inTenant } from '#db/database.ts'
import { pageRequest } from '../edge/page.ts'
import { route } from '../route.ts'
import { listPage } from './edge/list-page.ts'

const Text = (maxLength: number) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000]+$' }))

export default route({
  method: 'GET',
  url: '/dashboard/api/tasks',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'listTasks',
    tags: ['Dashboard'],
    summary: "List the tasks of the venues' staff",
    description: 'Newest first; those that are open, unless asked otherwise.',
    querystring: Type.Object({
      ...PageQuery,
      status: Type.Optional(TaskStatus),
      serial: Text(12),
      assignee: Text(200),
      guest_id: Type.Optional(Uuid),
    }),
    response: { 200: TaskList },
  },
  handler: parts => async request => {
    const { organisationId, serials: sight } = request.member
    const { status = 'open', serial, assignee, guest_id } = request.query
    const page = pageRequest(parts, `tasks ${status}`, request.query)
    const rows = await inTenant(parts.database, organisationId, tx =>
      listTasks(tx, organisationId, {
        sight,
        status,
        serial,
        assignee,
        guestId: guest_id?.toLowerCase(),
        after: readPosition(page.after),
        limit: page.limit + 1,
      }),
    )
    const list = { list: `tasks ${status}`, page, path: '/dashboard/api/tasks', query: request.query }
    return listPage(parts, list, rows, ({ exact, id }) => writePosition({ at: exact, id }))
  },
})
