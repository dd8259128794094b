import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { listVenues } from '#venues/list-venues.ts'
import { bind } from '../bind.ts'
import { pageAnswer, pageRequest } from '../edge/page.ts'

export default bind(v1.listVenues, parts => async request => {
  const { organisationId } = request.identity
  const page = pageRequest(parts, 'venues', request.query)
  const rows = await inTenant(parts.database, organisationId, tx =>
    listVenues(tx, organisationId, {
      after: page.after,
      limit: page.limit + 1,
      only: request.identity.serials,
    }),
  )
  const list = { list: 'venues', page, path: v1.listVenues.path, query: request.query }
  return pageAnswer(parts, list, rows, venue => venue.serial)
})
