import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { previewAnswer } from '../../edge/segment.ts'
import { requireEveryVenue } from '../edge/every-venue.ts'

export default bind(dashboard.previewSegment, ({ database }) => async request => {
  const { member } = request
  requireEveryVenue(member)
  const { organisationId } = member
  const { body } = checkedBody(request, dashboard.previewSegment)
  return inTenant(database, organisationId, tx => previewAnswer(tx, organisationId, body))
})
