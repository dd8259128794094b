import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { liftSuppression } from '#suppressions/enter-and-lift.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { liftedAnswer } from '../../edge/suppression.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.liftSuppression, parts => async request => {
  const { organisationId, email: actor } = request.member
  const id = requireId(request.params.id, 'suppression_not_found')
  const { body } = checkedBody(request, dashboard.liftSuppression)
  const suppression = await inTenant(parts.database, organisationId, tx =>
    liftSuppression(tx, organisationId, id, { actor, because: body.because }),
  )
  return liftedAnswer(suppression)
})
