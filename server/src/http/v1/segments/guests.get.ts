import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { pageAnswer, pageRequest } from '../../edge/page.ts'
import { readGuests, segmentPlace } from '../../edge/segment.ts'

export default bind(
  v1.listSegmentGuests,
  parts =>
    async ({ identity: { organisationId }, params, query }) => {
      const place = segmentPlace(organisationId, params.id)
      const list = `segment-guests ${place.segmentId}`
      const page = pageRequest(parts, list, query)
      const rows = await inTenant(parts.database, organisationId, tx => readGuests(tx, place, page))
      const path = v1.listSegmentGuests.path.replace(':id', place.segmentId)
      return pageAnswer(parts, { list, page, path, query }, rows, ({ id }) => id)
    },
)
