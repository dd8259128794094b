import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTransaction } from '#db/database.ts'
import { removeSingleSignOn } from '#members/single-sign-on/settings.ts'
import { bind } from '../bind.ts'
import { Refusal } from '../refusal.ts'
import { answerSingleSignOn } from './edge/answer-single-sign-on.ts'

export default bind(dashboard.removeSingleSignOn, parts => async request => {
  const { organisationId, email: actor } = request.member
  const removed = await inTransaction(parts.database.engine, tx =>
    removeSingleSignOn(tx, organisationId, actor),
  )
  if (!removed) {
    throw new Refusal('single_sign_on_not_found', { message: 'Single sign-on is not set up.' })
  }
  return answerSingleSignOn(parts, organisationId, 'Single sign-on is off. Members sign in with a password.')
})
