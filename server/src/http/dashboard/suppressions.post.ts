import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { enterSuppression } from '#suppressions/enter-and-lift.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { enteredAnswer, enteredSuppression } from '../edge/suppression.ts'

export default bind(dashboard.enterSuppression, parts => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const { body } = checkedBody(request, dashboard.enterSuppression)
  const entered = await inTenant(parts.database, organisationId, tx =>
    enterSuppression(tx, organisationId, body, { actor, source: 'dashboard' }),
  )
  reply.code(201)
  return enteredAnswer(enteredSuppression(entered, body))
})
