import { dashboard } from '@millrace/contract/operations/dashboard'
import { sendProviderTest } from '#organisations/providers/send-provider-test.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { providerId } from '../edge/changed-provider.ts'
import { sendTest } from '../edge/send-test.ts'

export default bind(dashboard.testProvider, parts => async request => {
  const { organisationId } = request.member
  const { to } = checkedBody(request, dashboard.testProvider).body
  const id = providerId(request.params.id)
  return sendTest(
    parts,
    request.member,
    'email',
    async test => {
      const outcome = await sendProviderTest(test, organisationId, id, to)
      if (outcome === undefined) throw new Refusal('provider_not_found')
      return outcome
    },
    { action: 'provider.tested', subject: id },
  )
})
