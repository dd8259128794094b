import { feedbackProviders } from '@millrace/contract/email-feedback'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { removeFeedbackKey } from '#feedback/set-up.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { requireFeedbackProvider } from '../edge/require-feedback-provider.ts'

export default bind(dashboard.removeEmailFeedback, ({ database, sealer }) => async request => {
  const { organisationId, email: actor } = request.member
  const provider = requireFeedbackProvider(request.params.provider)
  const removed = await inTenant(database, organisationId, tx =>
    removeFeedbackKey(tx, sealer, organisationId, actor, provider),
  )
  if (!removed) throw new Refusal('email_feedback_not_found')
  return { message: `${feedbackProviders[provider].name} reports are refused from now on.` }
})
