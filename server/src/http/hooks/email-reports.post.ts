import { type FeedbackRefusal, isFeedbackProvider } from '@millrace/contract/email-feedback'
import { hooks } from '@millrace/contract/operations/hooks'
import { limiterAddress } from '#access/address.ts'
import { createMinuteLimit } from '#access/minute-limit.ts'
import { isStoredId } from '#base/ids.ts'
import { countRefusedReport } from '#feedback/figures.ts'
import { feedbackAddress } from '#feedback/set-up.ts'
import { takeReports } from '#feedback/take-reports.ts'
import { bind } from '../bind.ts'
import { Refusal } from '../refusal.ts'

/**
 * Where an e-mail provider reports bounces and complaints. What proves its origin is answered with what was done with it,
 * also where it is about messages that are not known: an error would make the provider send it again and again.
 */
export default bind(hooks.takeReports, parts => {
  const refusedTooOften = createMinuteLimit()
  return async request => {
    const { organisationId, provider } = request.params
    // As we wrote them into the address.
    if (!isStoredId(organisationId) || !isFeedbackProvider(provider)) throw new Refusal('not_found')
    const taken = await takeReports(parts, organisationId, provider, {
      headers: request.headers,
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      url: feedbackAddress(parts.config.baseUrl, organisationId, provider),
      now: new Date(),
    })
    switch (taken.kind) {
      case 'taken':
        return taken.figures
      case 'not_set_up':
        throw new Refusal('not_found')
      case 'unreadable':
        throw new Refusal('invalid_json')
      case 'unavailable':
        throw new Refusal('unavailable', { headers: { 'retry-after': '60' } })
      case 'refused':
        if (refusedTooOften(limiterAddress(request.ip)))
          throw new Refusal('too_many_requests', { headers: { 'retry-after': '60' } })
        await countRefusedReport(parts.database, organisationId, provider, taken.reason)
        throw new Refusal('unauthenticated', { message: sentences[taken.reason] })
    }
  }
})

const sentences: Record<FeedbackRefusal, string> = {
  no_signature: 'The report does not prove where it comes from: its signature or password is missing.',
  wrong_signature: 'The report does not prove where it comes from: its signature or password is wrong.',
  no_timestamp: 'The report does not say when it was signed.',
  too_old: 'The report was signed too long ago.',
  in_the_future: 'The report was signed in the future: one of the clocks is wrong.',
  no_secret: 'No key is set for this provider.',
  wrong_claims: 'The token is from another issuer, or for another audience.',
  no_key_set: 'The keys of this provider could not be fetched.',
  wrong_topic: 'The report is from another SNS topic than the one that is set up.',
  replayed: 'The signature of this report was used before, for another one.',
  too_large: 'The report is too large.',
}
