import { dashboard } from '@millrace/contract/operations/dashboard'
import { listJobs } from '#dashboard/jobs/list-jobs.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../bind.ts'
import { pageRequest } from '../edge/page.ts'
import { listPage } from './edge/list-page.ts'

export default bind(dashboard.listJobs, parts => async request => {
  const { organisationId } = request.member
  const { workflow_id, status } = request.query
  const page = pageRequest(parts, 'jobs', request.query)
  const rows = await inTenant(parts.database, organisationId, tx =>
    listJobs(tx, organisationId, {
      workflowId: workflow_id?.toLowerCase(),
      status,
      after: page.after,
      limit: page.limit + 1,
    }),
  )
  const list = { list: 'jobs', page, path: dashboard.listJobs.path, query: request.query }
  return listPage(parts, list, rows, row => row.id)
})
