import { dashboard } from '@millrace/contract/operations/dashboard'
import { limiterAddress } from '#access/address.ts'
import { addressKeys, keepLimits, takeLimits } from '#access/limits.ts'
import { inTransaction } from '#db/database.ts'
import { openChallenge } from '#members/second-factor/challenges.ts'
import { authenticationOptions } from '#members/second-factor/passkeys.ts'
import { bind } from '../../bind.ts'
import { requireSite } from '../edge/answered.ts'
import { tooManyAttempts } from '../edge/refusals.ts'

/** Anyone may ask, so an address may ask 20 times a minute: each question is a row. */
export default bind(dashboard.askForPasskey, parts => async request => {
  const site = requireSite(parts)
  const keys = addressKeys('passkey from', limiterAddress(request.ip))
  return inTransaction(parts.database.engine, async tx => {
    const limits = await takeLimits(tx, keys)
    const wait = Math.max(...keys.map(key => limits.look(key).wait))
    if (wait > 0) throw tooManyAttempts(Math.max(1, Math.ceil(wait / 1_000_000)))
    for (const key of keys) limits.enter(key)
    tx.later(keepLimits(tx, limits))
    const options = await authenticationOptions(tx, site, null)
    const ticket = await openChallenge(tx, 'sign_in', { memberId: null, challenge: options.challenge })
    return { message: 'Use your passkey.', ticket, options: { ...options } }
  })
})
