import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { readAnswer, segmentPlace } from '../../edge/segment.ts'

export default bind(v1.getSegment, ({ database }) => async ({ identity: { organisationId }, params }) => {
  const place = segmentPlace(organisationId, params.id)
  return inTenant(database, organisationId, tx => readAnswer(tx, place))
})
