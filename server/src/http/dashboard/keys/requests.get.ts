import { dashboard } from '@millrace/contract/operations/dashboard'
import { listRequests } from '#members/list-requests.ts'
import { bind } from '../../bind.ts'
import { pageRequest } from '../../edge/page.ts'
import { listPage } from '../edge/list-page.ts'
import { requireKeyId } from '../edge/own-key.ts'

export default bind(dashboard.listKeyRequests, parts => async request => {
  const { organisationId } = request.member
  const { clientId } = request.params
  const list = `requests ${clientId}`
  const page = pageRequest(parts, list, request.query)
  const rows = await request.lists.read(organisationId, async tx =>
    listRequests(tx, organisationId, {
      keyId: await requireKeyId(tx, organisationId, clientId),
      after: page.after,
      limit: page.limit + 1,
    }),
  )
  const path = `/dashboard/api/keys/${clientId}/requests`
  return listPage(parts, { list, page, path, query: request.query }, rows, row => row.id)
})
