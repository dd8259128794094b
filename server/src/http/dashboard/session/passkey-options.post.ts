import { dashboard } from '@millrace/contract/operations/dashboard'
import { limiterAddress } from '#access/address.ts'
import { inTransaction } from '#db/database.ts'
import { countFrom } from '#members/attempts.ts'
import { openChallenge } from '#members/second-factor/challenges.ts'
import { authenticationOptions } from '#members/second-factor/passkeys.ts'
import { bind } from '../../bind.ts'
import { requireSite } from '../edge/answered.ts'
import { tooManyAttempts } from '../edge/refusals.ts'

/** Anyone may ask, so an address may ask 20 times a minute: each question is a row. */
export default bind(dashboard.askForPasskey, parts => async request => {
  const site = requireSite(parts)
  const wait = await countFrom(parts.database, 'passkey from', limiterAddress(request.ip))
  if (wait !== undefined) throw tooManyAttempts(wait)
  return inTransaction(parts.database.engine, async tx => {
    const options = await authenticationOptions(tx, site, null)
    const ticket = await openChallenge(tx, 'sign_in', { memberId: null, challenge: options.challenge })
    return { message: 'Use your passkey.', ticket, options: { ...options } }
  })
})
