import { dashboard } from '@millrace/contract/operations/dashboard'
import { useResetLink } from '#members/reset-link.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { joining } from '../edge/refusals.ts'

export default bind(dashboard.resetPassword, ({ database }) => async request => {
  await joining(useResetLink(database, checkedBody(request, dashboard.resetPassword).body))
  return { message: 'Your password is changed. Sign in with it.' }
})
