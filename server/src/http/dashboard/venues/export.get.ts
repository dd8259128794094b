import { dashboard } from '@millrace/contract/operations/dashboard'
import type { ManagedVenue } from '@millrace/contract/venue'
import { inTenant } from '#db/database.ts'
import { listManagedVenues } from '#venues/list-managed-venues.ts'
import { bind } from '../../bind.ts'
import { sendCsv } from '../edge/send-csv.ts'

const AT_ONCE = 1_000

/** Not below /venues, where a venue with the serial "export" has its own address. */
export default bind(dashboard.exportVenues, ({ database }) => async (request, reply) => {
  const { organisationId, serials } = request.member
  const { text } = request.query
  return sendCsv<ManagedVenue>(reply, {
    name: 'venues.csv',
    heading: columns,
    cells: venue => columns.map(column => venue[column]),
    next: last =>
      inTenant(database, organisationId, tx =>
        listManagedVenues(tx, organisationId, {
          text,
          serials: serials ?? undefined,
          after: last?.serial,
          limit: AT_ONCE,
        }),
      ),
  })
})

const columns = [
  'serial',
  'name',
  'time_zone',
  'locale',
  'paused',
  'opening_hours',
  'variables',
  'created_at',
] as const
