import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { changeSegment } from '#workflows/segments/segments.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { changedSegment, segmentChange, segmentPlace } from '../../edge/segment.ts'
import { requireEveryVenue } from '../edge/every-venue.ts'

export default bind(dashboard.changeSegment, ({ database }) => async request => {
  const { member } = request
  requireEveryVenue(member)
  const { organisationId, email } = member
  const { body } = checkedBody(request, dashboard.changeSegment)
  const place = segmentPlace(organisationId, request.params.id)
  const segment = await inTenant(database, organisationId, tx =>
    changedSegment(changeSegment(tx, place, segmentChange(body), email)),
  )
  return { message: `The segment "${segment.name}" is saved.`, segment }
})
