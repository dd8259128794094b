import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { listGuests } from '#guests/list-guests.ts'
import { bind } from '../bind.ts'
import { pageAnswer, pageRequest } from '../edge/page.ts'

export default bind(v1.listGuests, parts => async request => {
  const { organisationId } = request.identity
  const page = pageRequest(parts, 'guests', request.query)
  const rows = await inTenant(parts.database, organisationId, tx =>
    listGuests(tx, organisationId, {
      externalId: request.query.external_id,
      after: page.after,
      limit: page.limit + 1,
    }),
  )
  const list = { list: 'guests', page, path: v1.listGuests.path, query: request.query }
  return pageAnswer(parts, list, rows, guest => guest.id)
})
