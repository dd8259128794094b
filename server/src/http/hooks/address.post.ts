import { hooks } from '@millrace/contract/operations/hooks'
import { limiterAddress } from '#access/address.ts'
import { createMinuteLimit } from '#access/minute-limit.ts'
import { hookUrl } from '#connections/address.ts'
import { fetchKeySet } from '#connections/fetch-key-set.ts'
import { findConnection } from '#connections/find-connection.ts'
import { createKeySets } from '#connections/proof/key-sets.ts'
import { countRefusal, takeDelivery } from '#connections/take-delivery.ts'
import { bind } from '../bind.ts'
import { Refusal } from '../refusal.ts'

/**
 * Take first, understand later: a delivery that proves its origin is answered once it is stored, whatever is in it. A
 * vendor that gets errors for what we do not understand would switch the connection off.
 */
export default bind(hooks.takeDelivery, parts => {
  const refusedTooOften = createMinuteLimit()
  const keySetsOf = createKeySets(async (organisationId, url) => {
    const fetched = await fetchKeySet(parts.policy, organisationId, url)
    return 'text' in fetched ? fetched.text : undefined
  })
  return async request => {
    const { address } = request.params
    const connection = await findConnection(parts.database.engineSql, parts.sealer, address)
    if (connection === undefined) throw new Refusal('not_found')
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const presented = {
      headers: request.headers,
      body,
      url: hookUrl(parts.config.baseUrl, address),
      now: new Date(),
    }
    const keySetAt = keySetsOf(connection.organisationId)
    const taken = await takeDelivery(parts.database, connection, presented, keySetAt)
    if (typeof taken === 'string') return { received: true }
    if (refusedTooOften(limiterAddress(request.ip)))
      throw new Refusal('too_many_requests', { headers: { 'retry-after': '60' } })
    await countRefusal(parts.database, connection, taken.refused)
    // Nothing is wrong with the delivery, so it should be sent again.
    if (taken.refused === 'no_key_set')
      throw new Refusal('unavailable', { message: sentences.no_key_set, headers: { 'retry-after': '60' } })
    throw new Refusal('unauthenticated', { message: sentences[taken.refused] })
  }
})

const sentences = {
  no_signature: 'The delivery does not prove where it comes from: its signature or secret is missing.',
  wrong_signature: 'The delivery does not prove where it comes from: its signature or secret is wrong.',
  no_timestamp: 'The delivery does not say when it was signed.',
  too_old: 'The delivery was signed too long ago.',
  in_the_future: 'The delivery was signed in the future: one of the clocks is wrong.',
  no_secret: 'The connection has no secret yet.',
  wrong_claims: 'The token is from another issuer, or for another audience.',
  no_key_set: 'The key set of the sender could not be fetched. Retry after the seconds in Retry-After.',
} as const
