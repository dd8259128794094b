import { PageQuery } from '@millrace/contract/common'
import { ApiRequestList } from '@millrace/contract/member'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { listRequests } from '#members/list-requests.ts'
import { pageRequest } from '../../edge/page.ts'
import { route } from '../../route.ts'
import { listPage } from '../edge/list-page.ts'
import { requireKeyId } from '../edge/own-key.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/keys/:clientId/requests',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'listKeyRequests',
    tags: ['Dashboard'],
    summary: "A key's requests of the last seven days",
    description: 'Newest first: all that were refused, and a sample of the others.',
    params: Type.Object({ clientId: Type.String() }),
    querystring: Type.Object(PageQuery),
    response: { 200: ApiRequestList },
  },
  handler: parts => async request => {
    const { organisationId } = request.member
    const { clientId } = request.params
    const list = `requests ${clientId}`
    const page = pageRequest(parts, list, request.query)
    const rows = await inTenant(parts.database, organisationId, async tx =>
      listRequests(tx, organisationId, {
        keyId: await requireKeyId(tx, organisationId, clientId),
        after: page.after,
        limit: page.limit + 1,
      }),
    )
    const path = `/dashboard/api/keys/${clientId}/requests`
    return listPage(parts, { list, page, path, query: request.query }, rows, row => row.id)
  },
})
