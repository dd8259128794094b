import { TestAnswer, WebhookTest } from '@millrace/contract/dashboard/settings'
import { sendTestWebhook } from '#organisations/settings/send-test.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { route } from '../../route.ts'
import { sendTest } from '../edge/send-test.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/settings/test-webhook',
  access: 'member',
  role: 'owner',
  schema: {
    operationId: 'sendTestWebhook',
    tags: ['Dashboard'],
    summary: 'Send a call to see whether the settings work',
    body: WebhookTest,
    response: { 200: TestAnswer },
  },
  options: { attachValidation: true },
  handler: parts => async request => {
    const { body } = checkedBody(request, WebhookTest)
    return sendTest(parts, request.member, 'webhook', test =>
      sendTestWebhook(test, request.member.organisationId, body),
    )
  },
})
