import { EmailTest, TestAnswer } from '@millrace/contract/dashboard/settings'
import { sendTestEmail } from '#organisations/settings/send-test.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { route } from '../../route.ts'
import { sendTest } from '../edge/send-test.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/settings/test-email',
  access: 'member',
  role: 'owner',
  schema: {
    operationId: 'sendTestEmail',
    tags: ['Dashboard'],
    summary: 'Send an e-mail to see whether the settings work',
    body: EmailTest,
    response: { 200: TestAnswer },
  },
  options: { attachValidation: true },
  handler: parts => async request => {
    const { body } = checkedBody(request, EmailTest)
    return sendTest(parts, request.member, 'email', test =>
      sendTestEmail(test, request.member.organisationId, body),
    )
  },
})
