import { dashboard } from '@millrace/contract/operations/dashboard'
import { listEvents } from '#dashboard/events/list-events.ts'
import { bind } from '../bind.ts'
import { pageRequest } from '../edge/page.ts'
import { listPage } from './edge/list-page.ts'
import { eventsAsked } from './events/events-asked.ts'

export default bind(dashboard.listEvents, parts => async request => {
  const { organisationId } = request.member
  const asked = eventsAsked(request.member, request.query)
  const oldest = request.query.sort === 'created'
  const name = oldest ? 'oldest events' : 'events'
  const page = pageRequest(parts, name, request.query)
  const rows = await request.lists.read(organisationId, tx =>
    listEvents(tx, organisationId, { ...asked, oldest, after: page.after, limit: page.limit + 1 }),
  )
  const list = { list: name, page, path: dashboard.listEvents.path, query: request.query }
  return listPage(parts, list, rows, event => event.id)
})
