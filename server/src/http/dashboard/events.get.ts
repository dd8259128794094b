import { PageQuery } from '@millrace/contract/common'
import { EventPage, eventFilter } from '@millrace/contract/dashboard/events'
import { Type } from 'typebox'
import { listEvents } from '#dashboard/events/list-events.ts'
import { inTenant } from '#db/database.ts'
import { pageRequest } from '../edge/page.ts'
import { route } from '../route.ts'
import { listPage } from './edge/list-page.ts'
import { eventsAsked } from './events/events-asked.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/events',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'listEvents',
    tags: ['Dashboard'],
    summary: 'List the events that came in',
    description: 'Newest first.',
    querystring: Type.Object({ ...PageQuery, ...eventFilter }),
    response: { 200: EventPage },
  },
  handler: parts => async request => {
    const { organisationId } = request.member
    const asked = eventsAsked(request.member, request.query)
    const page = pageRequest(parts, 'events', request.query)
    const rows = await inTenant(parts.database, organisationId, tx =>
      listEvents(tx, organisationId, { ...asked, after: page.after, limit: page.limit + 1 }),
    )
    const list = { list: 'events', page, path: '/dashboard/api/events', query: request.query }
    return listPage(parts, list, rows, event => event.id)
  },
})
