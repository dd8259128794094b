import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { readAnswer, segmentPlace } from '../../edge/segment.ts'
import { requireEveryVenue } from '../edge/every-venue.ts'

export default bind(dashboard.readSegment, ({ database }) => async ({ member, params }) => {
  requireEveryVenue(member)
  const place = segmentPlace(member.organisationId, params.id)
  return inTenant(database, member.organisationId, tx => readAnswer(tx, place))
})
