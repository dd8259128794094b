import { PageQuery } from '@millrace/contract/common'
import { VenuePage, venueFilter } from '@millrace/contract/dashboard/venues'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { listManagedVenues } from '#venues/list-managed-venues.ts'
import { pageRequest } from '../edge/page.ts'
import { route } from '../route.ts'
import { listPage } from './edge/list-page.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/venues',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'listOwnVenues',
    tags: ['Dashboard'],
    summary: 'List the venues that you see, with all that is set for them',
    querystring: Type.Object({ ...PageQuery, ...venueFilter }),
    response: { 200: VenuePage },
  },
  handler: parts => async request => {
    const { organisationId, serials } = request.member
    const { text } = request.query
    const page = pageRequest(parts, 'own venues', request.query)
    const rows = await inTenant(parts.database, organisationId, tx =>
      listManagedVenues(tx, organisationId, {
        text,
        serials: serials ?? undefined,
        after: page.after,
        limit: page.limit + 1,
      }),
    )
    const list = { list: 'own venues', page, path: '/dashboard/api/venues', query: request.query }
    return listPage(parts, list, rows, venue => venue.serial)
  },
})
