import { dashboard } from '@millrace/contract/operations/dashboard'
import { listDeliveries } from '#connections/list-deliveries.ts'
import { bind } from '../../bind.ts'
import { pageRequest } from '../../edge/page.ts'
import { listPage } from '../edge/list-page.ts'
import { connectionId, requireStoredMapping } from '../edge/require-connection.ts'

export default bind(dashboard.listDeliveries, parts => async ({ member, params, query, lists }) => {
  const { organisationId } = member
  const id = connectionId(params.id)
  const list = `deliveries ${id} ${query.state ?? ''}`
  const page = pageRequest(parts, list, query)
  const rows = await lists.read(organisationId, async tx => {
    await requireStoredMapping(tx, organisationId, id)
    return listDeliveries(tx, organisationId, {
      connectionId: id,
      state: query.state,
      after: page.after,
      limit: page.limit + 1,
    })
  })
  const path = `/dashboard/api/connections/${id}/deliveries`
  return listPage(parts, { list, page, path, query }, rows, row => row.id)
})
