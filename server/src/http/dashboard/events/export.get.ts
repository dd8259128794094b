import { words } from '@millrace/contract/common'
import { type EventInList, eventFilter } from '@millrace/contract/dashboard/events'
import { Type } from 'typebox'
import { listEvents } from '#dashboard/events/list-events.ts'
import { inTenant } from '#db/database.ts'
import { route } from '../../route.ts'
import { sendCsv } from '../edge/send-csv.ts'
import { eventsAsked } from './events-asked.ts'

const AT_ONCE = 1_000

export default route({
  method: 'GET',
  url: '/dashboard/api/events/export',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'exportEvents',
    tags: ['Dashboard'],
    summary: 'Events as a file, by the same filters as the list',
    querystring: Type.Object({ format: words(['csv']), ...eventFilter }),
    response: { 200: { description: 'The file.' } },
  },
  handler:
    ({ database }) =>
    async (request, reply) => {
      const { organisationId } = request.member
      const asked = eventsAsked(request.member, request.query)
      return sendCsv<EventInList>(reply, {
        name: 'events.csv',
        heading: columns,
        cells: event =>
          columns.map(column => (column === 'serials' ? event.serials.join(', ') : event[column])),
        next: last =>
          inTenant(database, organisationId, tx =>
            listEvents(tx, organisationId, { ...asked, after: last?.id, limit: AT_ONCE }),
          ),
      })
    },
})

const columns = [
  'id',
  'created_at',
  'guest_id',
  'guest_name',
  'source',
  'serials',
  'status',
  'runs',
  'skipped',
  'parameters',
] as const
