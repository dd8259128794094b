import { PageQuery } from '@millrace/contract/common'
import { WorkflowList, WorkflowStatus } from '@millrace/contract/workflow'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { listWorkflows } from '#workflows/list-workflows.ts'
import { pageAnswer, pageRequest } from '../edge/page.ts'
import { problems } from '../problems.ts'
import { route } from '../route.ts'

export default route({
  method: 'GET',
  url: '/v1/workflows',
  access: 'bearer',
  schema: {
    operationId: 'listWorkflows',
    tags: ['Workflows'],
    summary: 'List workflows',
    description: 'Newest first.',
    querystring: Type.Object({ ...PageQuery, status: Type.Optional(WorkflowStatus) }),
    response: { 200: WorkflowList, ...problems(400) },
  },
  handler: parts => async request => {
    const { organisationId } = request.identity
    const page = pageRequest(parts, 'workflows', request.query)
    const rows = await inTenant(parts.database, organisationId, tx =>
      listWorkflows(tx, organisationId, {
        status: request.query.status,
        after: page.after,
        limit: page.limit + 1,
      }),
    )
    const list = { list: 'workflows', page, path: '/v1/workflows', query: request.query }
    return pageAnswer(parts, list, rows, workflow => workflow.id)
  },
})
