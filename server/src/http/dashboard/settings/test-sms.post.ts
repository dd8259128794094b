import { dashboard } from '@millrace/contract/operations/dashboard'
import { sendTestSms } from '#organisations/settings/send-test.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { sendTest } from '../edge/send-test.ts'

export default bind(dashboard.sendTestSms, parts => async request => {
  const { body } = checkedBody(request, dashboard.sendTestSms)
  return sendTest(parts, request.member, 'sms', test =>
    sendTestSms(test, request.member.organisationId, body),
  )
})
