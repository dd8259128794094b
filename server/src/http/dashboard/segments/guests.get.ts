import { dashboard } from '@millrace/contract/operations/dashboard'
import { bind } from '../../bind.ts'
import { pageRequest } from '../../edge/page.ts'
import { readGuests, segmentPlace } from '../../edge/segment.ts'
import { requireEveryVenue } from '../edge/every-venue.ts'
import { listPage } from '../edge/list-page.ts'
import { noteBulkReading } from '../edge/note-bulk-reading.ts'

export default bind(dashboard.listSegmentGuests, parts => async ({ member, params, query, lists }) => {
  requireEveryVenue(member)
  const place = segmentPlace(member.organisationId, params.id)
  const list = `segment-guests ${place.segmentId}`
  const page = pageRequest(parts, list, query)
  const rows = await lists.read(member.organisationId, tx => readGuests(tx, place, page))
  await noteBulkReading(parts, member, Math.min(rows.length, page.limit))
  const path = dashboard.listSegmentGuests.path.replace(':id', place.segmentId)
  return listPage(parts, { list, page, path, query }, rows, ({ id }) => id)
})
