import { dashboard } from '@millrace/contract/operations/dashboard'
import { openChallenge } from '#members/second-factor/challenges.ts'
import { registrationOptions } from '#members/second-factor/passkeys.ts'
import { bind } from '../../../bind.ts'
import { requireSite } from '../../edge/answered.ts'

export default bind(dashboard.askForNewPasskey, parts => async ({ session: { member } }) => {
  const { engineSql } = parts.database
  const options = await registrationOptions(engineSql, requireSite(parts), member)
  const ticket = await openChallenge(engineSql, 'register', {
    memberId: member.id,
    challenge: options.challenge,
  })
  return { message: 'Your browser makes the passkey.', ticket, options: { ...options } }
})
