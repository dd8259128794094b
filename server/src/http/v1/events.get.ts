import type { Receipt } from '@millrace/contract/event'
import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { listEvents } from '#events/list-events.ts'
import { currentGuest } from '#guests/merge/current-guest.ts'
import { bind } from '../bind.ts'
import { pageAnswer, pageRequest } from '../edge/page.ts'
import { several } from '../edge/several.ts'

export default bind(v1.listEvents, parts => async request => {
  const { organisationId, serials, sources } = request.identity
  const { source, organisation_registration_id, status, since, until } = request.query
  const page = pageRequest(parts, 'events', request.query)
  const rows = await inTenant(parts.database, organisationId, async tx =>
    listEvents(tx, organisationId, {
      source,
      guestId:
        organisation_registration_id &&
        (await currentGuest(tx, organisationId, organisation_registration_id.toLowerCase())),
      statuses: several<Receipt['status']>(status),
      since: since === undefined ? undefined : new Date(since),
      until: until === undefined ? undefined : new Date(until),
      at: serials,
      sources,
      after: page.after,
      limit: page.limit + 1,
    }),
  )
  const list = { list: 'events', page, path: v1.listEvents.path, query: request.query }
  return pageAnswer(parts, list, rows, event => event.id)
})
