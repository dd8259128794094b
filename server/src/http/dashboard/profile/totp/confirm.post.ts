import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTransaction } from '#db/database.ts'
import { useTotpCode } from '#members/second-factor/totp-secrets.ts'
import { bind } from '../../../bind.ts'
import { checkedBody } from '../../../edge/checked-body.ts'
import { Refusal } from '../../../refusal.ts'
import { answerFactor, settleFactor } from '../../edge/factor-added.ts'

export default bind(dashboard.confirmTotp, parts => async (request, reply) => {
  const { body } = checkedBody(request, dashboard.confirmTotp)
  const { member } = request.session
  const settled = await inTransaction(parts.database.engine, async tx => {
    if (!(await useTotpCode(tx, parts.sealer, member.id, body.code, 'begun'))) throw new Refusal('wrong_code')
    return settleFactor(tx, request.session, { action: 'member.totp_added' })
  })
  return answerFactor(parts, reply, { ...settled, message: 'The app is added.' })
})
