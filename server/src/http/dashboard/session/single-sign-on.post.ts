import { dashboard } from '@millrace/contract/operations/dashboard'
import { limiterAddress } from '#access/address.ts'
import { storedEmail } from '#members/account.ts'
import { beginSignOn } from '#members/single-sign-on/begin.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { tooManyAttempts } from '../edge/refusals.ts'
import { signOnCookie } from '../edge/session-cookie.ts'

export default bind(dashboard.beginSingleSignOn, ({ config, database, sealer, issuers }) => {
  return async (request, reply) => {
    const { body } = checkedBody(request, dashboard.beginSingleSignOn)
    if (body.email === undefined && body.organisation_id === undefined) {
      throw new Refusal('validation_failed', { errors: { email: ['is required'] } })
    }
    const begun = await beginSignOn(database, sealer, issuers, {
      email: body.email === undefined ? undefined : storedEmail(body.email),
      organisationId: body.organisation_id?.toLowerCase(),
      next: body.next,
      again: body.again ?? false,
      address: limiterAddress(request.ip),
      baseUrl: config.baseUrl,
    })
    switch (begun.kind) {
      case 'limited':
        throw tooManyAttempts(begun.retryAfterSeconds)
      case 'not_found':
        throw new Refusal('single_sign_on_not_found')
      case 'failed':
        throw new Refusal('identity_provider_failed')
      default:
        signOnCookie(config).issue(reply, begun.cookie)
        return { message: 'Continue at your identity provider.', url: begun.page }
    }
  }
})
