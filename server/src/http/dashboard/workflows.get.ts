import { dashboard } from '@millrace/contract/operations/dashboard'
import { listWorkflows } from '#dashboard/workflows/list-workflows.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../bind.ts'
import { pageRequest } from '../edge/page.ts'
import { listPage } from './edge/list-page.ts'

export default bind(dashboard.listWorkflows, parts => async request => {
  const { organisationId, serials: sight } = request.member
  const { status, name, folder, tag, sort } = request.query
  const place = `own workflows ${sort ?? ''}`
  const page = pageRequest(parts, place, request.query)
  const rows = await inTenant(parts.database, organisationId, tx =>
    listWorkflows(tx, organisationId, {
      status,
      name,
      folder,
      tag,
      sort,
      after: page.after,
      limit: page.limit + 1,
      sight,
    }),
  )
  const list = { list: place, page, path: dashboard.listWorkflows.path, query: request.query }
  return listPage(parts, list, rows, workflow => workflow.id)
})
