import { dashboard } from '@millrace/contract/operations/dashboard'
import { answerByPasskey } from '#members/second-factor/answer-question.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { answerSignIn, requireSite, whereFrom } from '../edge/answered.ts'

export default bind(dashboard.signInByPasskey, parts => async (request, reply) => {
  const { body } = checkedBody(request, dashboard.signInByPasskey)
  const given = { ticket: body.ticket, answer: body.passkey, ...whereFrom(parts, request) }
  const answered = await answerByPasskey(parts.database, requireSite(parts), 'sign_in', given)
  return answerSignIn(parts, reply, answered)
})
