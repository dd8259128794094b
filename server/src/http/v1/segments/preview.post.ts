import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { previewAnswer } from '../../edge/segment.ts'

export default bind(v1.previewSegment, ({ database }) => async request => {
  const { organisationId } = request.identity
  const { body } = checkedBody(request, v1.previewSegment)
  return inTenant(database, organisationId, tx => previewAnswer(tx, organisationId, body))
})
