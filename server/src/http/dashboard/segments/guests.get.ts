import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { pageRequest } from '../../edge/page.ts'
import { readGuests, segmentPlace } from '../../edge/segment.ts'
import { requireEveryVenue } from '../edge/every-venue.ts'
import { listPage } from '../edge/list-page.ts'
import { noteBulkReading } from '../edge/note-bulk-reading.ts'

export default bind(dashboard.listSegmentGuests, parts => async ({ member, params, query }) => {
  requireEveryVenue(member)
  const place = segmentPlace(member.organisationId, params.id)
  const list = `segment-guests ${place.segmentId}`
  const page = pageRequest(parts, list, query)
  const rows = await inTenant(parts.database, member.organisationId, async tx => {
    const found = await readGuests(tx, place, page)
    await noteBulkReading(tx, parts, member, Math.min(found.length, page.limit))
    return found
  })
  const path = dashboard.listSegmentGuests.path.replace(':id', place.segmentId)
  return listPage(parts, { list, page, path, query }, rows, ({ id }) => id)
})
