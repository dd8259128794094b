import { dashboard } from '@millrace/contract/operations/dashboard'
import { openChallenge } from '#members/second-factor/challenges.ts'
import { authenticationOptions } from '#members/second-factor/passkeys.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { requireSite } from '../edge/answered.ts'

export default bind(dashboard.askToConfirm, parts => async ({ session: { member, passkeys } }) => {
  const site = requireSite(parts)
  if (passkeys === 0) throw new Refusal('factor_not_found')
  const { engineSql } = parts.database
  const options = await authenticationOptions(engineSql, site, member.id)
  const ticket = await openChallenge(engineSql, 'confirm', {
    memberId: member.id,
    challenge: options.challenge,
  })
  return { message: 'Use your passkey.', ticket, options: { ...options } }
})
