import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { listManagedVenues } from '#venues/list-managed-venues.ts'
import { bind } from '../bind.ts'
import { pageRequest } from '../edge/page.ts'
import { listPage } from './edge/list-page.ts'

export default bind(dashboard.listVenues, parts => async request => {
  const { organisationId, serials } = request.member
  const { text, sort } = request.query
  const name = `own venues ${sort ?? ''}`
  const page = pageRequest(parts, name, request.query)
  const rows = await inTenant(parts.database, organisationId, tx =>
    listManagedVenues(tx, organisationId, {
      text,
      sort,
      serials: serials ?? undefined,
      after: page.after,
      limit: page.limit + 1,
    }),
  )
  const list = { list: name, page, path: dashboard.listVenues.path, query: request.query }
  return listPage(parts, list, rows, venue => venue.serial)
})
