import { dashboard } from '@millrace/contract/operations/dashboard'
import { answerByCode, answerByPasskey } from '#members/second-factor/answer-question.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { answerSignIn, requireSite, whereFrom } from '../edge/answered.ts'

export default bind(dashboard.giveSecondFactor, parts => async (request, reply) => {
  const { body } = checkedBody(request, dashboard.giveSecondFactor)
  const { ticket, code, passkey } = body
  const where = whereFrom(parts, request)
  if (passkey !== undefined) {
    const given = { ticket, answer: passkey, ...where }
    return answerSignIn(
      parts,
      reply,
      await answerByPasskey(parts.database, requireSite(parts), 'second_factor', given),
    )
  }
  if (code === undefined) throw new Refusal('validation_failed', { errors: { code: ['is required'] } })
  return answerSignIn(
    parts,
    reply,
    await answerByCode(parts.database, parts.sealer, { ticket, code, ...where }),
  )
})
