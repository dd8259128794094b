import { PageQuery, Uuid } from '@millrace/contract/common'
import { Undertaking, UndertakingPage } from '@millrace/contract/dashboard/undertakings'
import { Type } from 'typebox'
import { listUndertakings } from '#dashboard/undertakings/list-undertakings.ts'
import { inTenant } from '#db/database.ts'
import { pageRequest } from '../edge/page.ts'
import { route } from '../route.ts'
import { listPage } from './edge/list-page.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/undertakings',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'listUndertakings',
    tags: ['Dashboard'],
    summary: 'Pushes and comparisons, with how far they are',
    description: 'Newest first.',
    querystring: Type.Object({
      ...PageQuery,
      workflow_id: Type.Optional(Uuid),
      status: Type.Optional(Undertaking.properties.status),
    }),
    response: { 200: UndertakingPage },
  },
  handler: parts => async request => {
    const { organisationId } = request.member
    const { workflow_id, status } = request.query
    const page = pageRequest(parts, 'undertakings', request.query)
    const rows = await inTenant(parts.database, organisationId, tx =>
      listUndertakings(tx, organisationId, {
        workflowId: workflow_id?.toLowerCase(),
        status,
        after: page.after,
        limit: page.limit + 1,
      }),
    )
    const list = { list: 'undertakings', page, path: '/dashboard/api/undertakings', query: request.query }
    return listPage(parts, list, rows, row => row.id)
  },
})
