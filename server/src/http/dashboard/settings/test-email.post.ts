import { dashboard } from '@millrace/contract/operations/dashboard'
import { sendTestEmail } from '#organisations/settings/send-test.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { sendTest } from '../edge/send-test.ts'

export default bind(dashboard.sendTestEmail, parts => async request => {
  const { body } = checkedBody(request, dashboard.sendTestEmail)
  return sendTest(parts, request.member, 'email', test =>
    sendTestEmail(test, request.member.organisationId, body),
  )
})
