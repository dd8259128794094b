import { PageQuery } from '@millrace/contract/common'
import { VenueList } from '@millrace/contract/venue'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { listVenues } from '#venues/list-venues.ts'
import { pageAnswer, pageRequest } from '../edge/page.ts'
import { problems } from '../problems.ts'
import { route } from '../route.ts'

export default route({
  method: 'GET',
  url: '/v1/venues',
  access: 'bearer',
  schema: {
    operationId: 'listVenues',
    tags: ['Venues'],
    summary: 'List venues',
    description: 'In order of their serials.',
    querystring: Type.Object(PageQuery),
    response: { 200: VenueList, ...problems(400) },
  },
  handler: parts => async request => {
    const { organisationId } = request.identity
    const page = pageRequest(parts, 'venues', request.query)
    const rows = await inTenant(parts.database, organisationId, tx =>
      listVenues(tx, organisationId, { after: page.after, limit: page.limit + 1 }),
    )
    const list = { list: 'venues', page, path: '/v1/venues', query: request.query }
    return pageAnswer(parts, list, rows, venue => venue.serial)
  },
})
