import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTransaction } from '#db/database.ts'
import { takeChallenge } from '#members/second-factor/challenges.ts'
import { addPasskey } from '#members/second-factor/passkeys.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { requireSite } from '../edge/answered.ts'
import { answerFactor, settleFactor } from '../edge/factor-added.ts'

export default bind(dashboard.addPasskey, parts => async (request, reply) => {
  const { body } = checkedBody(request, dashboard.addPasskey)
  const { member } = request.session
  const site = requireSite(parts)
  const name = body.name.trim()
  const settled = await inTransaction(parts.database.engine, async tx => {
    const asked = await takeChallenge(tx, 'register', body.ticket)
    if (asked?.memberId !== member.id) throw new Refusal('wrong_passkey')
    const added = { memberId: member.id, name, challenge: asked.challenge, answer: body.passkey }
    if (!(await addPasskey(tx, site, added))) throw new Refusal('wrong_passkey')
    return settleFactor(tx, request.session, { action: 'member.passkey_added', detail: { name } })
  })
  return answerFactor(parts, reply, { ...settled, message: 'The passkey is added.' })
})
