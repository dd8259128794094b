import type { EventInList } from '@millrace/contract/dashboard/events'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { listEvents } from '#dashboard/events/list-events.ts'
import { inTenant } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { bind } from '../../bind.ts'
import { sendCsv } from '../edge/send-csv.ts'
import { eventsAsked } from './events-asked.ts'

const AT_ONCE = 1_000

export default bind(dashboard.exportEvents, ({ database }) => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const asked = eventsAsked(request.member, request.query)
  await inTenant(database, organisationId, tx =>
    recordAudit(tx, organisationId, { actor, action: 'events.exported', subject: 'all' }),
  )
  return sendCsv<EventInList>(reply, {
    name: 'events.csv',
    heading: columns,
    cells: event => columns.map(column => (column === 'serials' ? event.serials.join(', ') : event[column])),
    next: last =>
      request.lists.read(organisationId, tx =>
        listEvents(tx, organisationId, { ...asked, after: last?.id, limit: AT_ONCE }),
      ),
  })
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
