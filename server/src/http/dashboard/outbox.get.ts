import { PageQuery } from '@millrace/contract/common'
import { messageFilter, OutboxList } from '@millrace/contract/dashboard/outbox'
import { Type } from 'typebox'
import { readPosition, writePosition } from '#dashboard/lists/position.ts'
import { listMessages } from '#dashboard/outbox/list-messages.ts'
import { inTenant } from '#db/database.ts'
import { pageRequest } from '../edge/page.ts'
import { route } from '../route.ts'
import { listPage } from './edge/list-page.ts'
import { messagesAsked } from './outbox/messages-asked.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/outbox',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'listMessages',
    tags: ['Dashboard'],
    summary: 'List everything that was to leave the machine',
    description: 'Newest first.',
    querystring: Type.Object({ ...PageQuery, ...messageFilter }),
    response: { 200: OutboxList },
  },
  handler: parts => async request => {
    const { organisationId } = request.member
    const asked = messagesAsked(request.member, request.query)
    const page = pageRequest(parts, 'outbox', request.query)
    const after = readPosition(page.after)
    const rows = await inTenant(parts.database, organisationId, tx =>
      listMessages(tx, organisationId, { ...asked, after, limit: page.limit + 1 }),
    )
    const list = { list: 'outbox', page, path: '/dashboard/api/outbox', query: request.query }
    return listPage(parts, list, rows, ({ exact, id }) => writePosition({ at: exact, id }))
  },
})
