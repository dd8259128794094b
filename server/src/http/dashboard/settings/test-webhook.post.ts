import { dashboard } from '@millrace/contract/operations/dashboard'
import { sendTestWebhook } from '#organisations/settings/send-test.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { sendTest } from '../edge/send-test.ts'

export default bind(dashboard.sendTestWebhook, parts => async request => {
  const { body } = checkedBody(request, dashboard.sendTestWebhook)
  return sendTest(parts, request.member, 'webhook', test =>
    sendTestWebhook(test, request.member.organisationId, body),
  )
})
