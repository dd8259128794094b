import { v1 } from '@millrace/contract/operations/v1'
import type { WorkflowStatus } from '@millrace/contract/workflow'
import { inTenant } from '#db/database.ts'
import { listWorkflows } from '#workflows/list-workflows.ts'
import { bind } from '../bind.ts'
import { pageAnswer, pageRequest } from '../edge/page.ts'
import { several } from '../edge/several.ts'

export default bind(v1.listWorkflows, parts => async request => {
  const { organisationId } = request.identity
  const page = pageRequest(parts, 'workflows', request.query)
  const rows = await inTenant(parts.database, organisationId, tx =>
    listWorkflows(tx, organisationId, {
      statuses: several<WorkflowStatus>(request.query.status),
      at: request.identity.serials,
      after: page.after,
      limit: page.limit + 1,
    }),
  )
  const list = { list: 'workflows', page, path: v1.listWorkflows.path, query: request.query }
  return pageAnswer(parts, list, rows, workflow => workflow.id)
})
