import { dashboard } from '@millrace/contract/operations/dashboard'
import { limiterAddress } from '#access/address.ts'
import { useResetLink } from '#members/reset-link.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { joining } from '../edge/refusals.ts'

export default bind(dashboard.resetPassword, ({ database }) => async request => {
  const { body } = checkedBody(request, dashboard.resetPassword)
  await joining(useResetLink(database, { ...body, address: limiterAddress(request.ip) }))
  return { message: 'Your password is changed. Sign in with it.' }
})
