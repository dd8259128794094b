import { SmsTest, TestAnswer } from '@millrace/contract/dashboard/settings'
import { sendTestSms } from '#organisations/settings/send-test.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { route } from '../../route.ts'
import { sendTest } from '../edge/send-test.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/settings/test-sms',
  access: 'member',
  role: 'owner',
  schema: {
    operationId: 'sendTestSms',
    tags: ['Dashboard'],
    summary: 'Send an SMS to see whether the settings work',
    body: SmsTest,
    response: { 200: TestAnswer },
  },
  options: { attachValidation: true },
  handler: parts => async request => {
    const { body } = checkedBody(request, SmsTest)
    return sendTest(parts, request.member, 'sms', test =>
      sendTestSms(test, request.member.organisationId, body),
    )
  },
})
