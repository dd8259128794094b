import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { enterSuppression } from '#suppressions/enter-and-lift.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { Refusal } from '../refusal.ts'

export default bind(dashboard.enterSuppression, parts => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const { body } = checkedBody(request, dashboard.enterSuppression)
  const entered = await inTenant(parts.database, organisationId, tx =>
    enterSuppression(tx, organisationId, body, { actor, source: 'dashboard' }),
  )
  if (entered === 'suppressed_already') throw new Refusal('suppressed_already')
  if (entered === 'no_address') {
    const wanted =
      body.channel === 'sms' ? 'a phone number in full, such as +442079460000' : 'an e-mail address'
    throw new Refusal('validation_failed', { errors: { address: [`Enter ${wanted}.`] } })
  }
  reply.code(201)
  return { message: `Nothing is sent to ${entered.address} from now on.`, suppression: entered }
})
