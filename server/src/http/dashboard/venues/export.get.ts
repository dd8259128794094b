import { words } from '@millrace/contract/common'
import { venueFilter } from '@millrace/contract/dashboard/venues'
import type { ManagedVenue } from '@millrace/contract/venue'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { listManagedVenues } from '#venues/list-managed-venues.ts'
import { route } from '../../route.ts'
import { sendCsv } from '../edge/send-csv.ts'

const AT_ONCE = 1_000

/** Not below /venues, where a venue with the serial "export" has its own address. */
export default route({
  method: 'GET',
  url: '/dashboard/api/venues-export',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'exportVenues',
    tags: ['Dashboard'],
    summary: 'The venues that you see as a file, by the same filter as the list',
    querystring: Type.Object({ format: words(['csv']), ...venueFilter }),
    response: { 200: { description: 'The file.' } },
  },
  handler:
    ({ database }) =>
    async (request, reply) => {
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
    },
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
