import { Reset } from '@millrace/contract/dashboard/members'
import { Message } from '@millrace/contract/member'
import { useResetLink } from '#members/reset-link.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { route } from '../../route.ts'
import { joining } from '../edge/refusals.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/session/reset',
  access: 'public',
  schema: {
    operationId: 'resetPassword',
    tags: ['Dashboard'],
    summary: 'Choose a new password by a link',
    description: 'Ends all sessions of the member, who signs in with it then.',
    body: Reset,
    response: { 200: Message },
  },
  options: { attachValidation: true },
  handler:
    ({ database }) =>
    async request => {
      await joining(useResetLink(database, checkedBody(request, Reset).body))
      return { message: 'Your password is changed. Sign in with it.' }
    },
})
