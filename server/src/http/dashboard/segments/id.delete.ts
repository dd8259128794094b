import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { deleteSegment } from '#workflows/segments/segments.ts'
import { bind } from '../../bind.ts'
import { changedSegment, segmentPlace } from '../../edge/segment.ts'
import { requireEveryVenue } from '../edge/every-venue.ts'

export default bind(dashboard.deleteSegment, ({ database }) => async ({ member, params }) => {
  requireEveryVenue(member)
  const { organisationId, email } = member
  const place = segmentPlace(organisationId, params.id)
  const { name } = await inTenant(database, organisationId, tx =>
    changedSegment(deleteSegment(tx, place, email)),
  )
  return { message: `The segment "${name}" is deleted.` }
})
