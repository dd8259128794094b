import { feedbackProviders } from '@millrace/contract/email-feedback'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { providers } from '#feedback/providers/providers.ts'
import { saveFeedbackKey } from '#feedback/set-up.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { requireFeedbackProvider } from '../edge/require-feedback-provider.ts'

export default bind(dashboard.saveEmailFeedback, ({ database, sealer }) => async request => {
  const { organisationId, email: actor } = request.member
  const provider = requireFeedbackProvider(request.params.provider)
  const { body } = checkedBody(request, dashboard.saveEmailFeedback)
  const key = body.key.trim()
  const fault = providers[provider].keyFault(key)
  if (fault !== undefined) throw new Refusal('validation_failed', { errors: { key: [fault] } })
  await inTenant(database, organisationId, tx =>
    saveFeedbackKey(tx, sealer, organisationId, actor, { provider, key }),
  )
  return { message: `${feedbackProviders[provider].name} reports are accepted from now on.` }
})
