import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { listVersions } from '#workflows/drafts/versions.ts'
import { bind } from '../../bind.ts'
import { pageRequest } from '../../edge/page.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { listPage } from '../edge/list-page.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.listVersions, parts => async request => {
  const { organisationId } = request.member
  const id = requireId(request.params.id, 'workflow_not_found')
  const list = `versions ${id}`
  const page = pageRequest(parts, list, request.query)
  const rows = await inTenant(parts.database, organisationId, async tx => {
    await requireWorkflow(tx, organisationId, id)
    const before = page.after === undefined ? undefined : Number(page.after)
    return listVersions(tx, organisationId, id, { before, limit: page.limit + 1 })
  })
  const path = `/dashboard/api/workflows/${id}/versions`
  return listPage(parts, { list, page, path, query: request.query }, rows, row => String(row.version))
})
