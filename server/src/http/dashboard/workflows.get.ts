import { PageQuery } from '@millrace/contract/common'
import { WorkflowPage, workflowFilter } from '@millrace/contract/dashboard/workflows'
import { Type } from 'typebox'
import { listWorkflows } from '#dashboard/workflows/list-workflows.ts'
import { inTenant } from '#db/database.ts'
import { pageRequest } from '../edge/page.ts'
import { route } from '../route.ts'
import { listPage } from './edge/list-page.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/workflows',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'listOwnWorkflows',
    tags: ['Dashboard'],
    summary: 'List the workflows',
    description:
      'Newest first, each with a sentence that reads it back, the guests inside and its last seven days.',
    querystring: Type.Object({ ...PageQuery, ...workflowFilter }),
    response: { 200: WorkflowPage },
  },
  handler: parts => async request => {
    const { organisationId } = request.member
    const { status, name } = request.query
    const page = pageRequest(parts, 'own workflows', request.query)
    const rows = await inTenant(parts.database, organisationId, tx =>
      listWorkflows(tx, organisationId, { status, name, after: page.after, limit: page.limit + 1 }),
    )
    const list = { list: 'own workflows', page, path: '/dashboard/api/workflows', query: request.query }
    return listPage(parts, list, rows, workflow => workflow.id)
  },
})
