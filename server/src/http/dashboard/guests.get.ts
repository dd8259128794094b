import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { searchGuests } from '#guests/search-guests.ts'
import { bind } from '../bind.ts'
import { pageRequest } from '../edge/page.ts'
import { listPage } from './edge/list-page.ts'

export default bind(dashboard.searchGuests, parts => async request => {
  const { organisationId } = request.member
  const { text, tag } = request.query
  // A place in one search is none in another.
  const list = `guests ${JSON.stringify([text, tag])}`
  const page = pageRequest(parts, list, request.query)
  const rows = await inTenant(parts.database, organisationId, tx =>
    searchGuests(tx, organisationId, { text, tag, after: page.after, limit: page.limit + 1 }),
  )
  const path = '/dashboard/api/guests'
  const found = listPage(parts, { list, page, path, query: request.query }, rows, row => row.place)
  return { ...found, data: found.data.map(({ guest }) => guest) }
})
