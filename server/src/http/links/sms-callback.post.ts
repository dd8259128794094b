import { links } from '@millrace/contract/operations/links'
import { isStoredId } from '#base/ids.ts'
import { statusCallbackPath, statusOf, verifyStatusCallback } from '#channels/sms/status-callback.ts'
import { inTenant } from '#db/database.ts'
import { findSms, recordReport } from '#messages/sms-report.ts'
import { smsTokens } from '#organisations/providers/sms-tokens.ts'
import { bind } from '../bind.ts'
import { Refusal } from '../refusal.ts'
import { formOf } from './accept-forms.ts'

/** Where the SMS provider reports the result of a message. Only its signature says that it is the provider. */
export default bind(links.reportSms, parts => async (request, reply) => {
  const { organisationId, messageId } = request.params
  // As we wrote them into the address.
  if (!isStoredId(organisationId) || !isStoredId(messageId)) throw new Refusal('not_found')
  const form = formOf(request)
  const signature = String(request.headers['x-twilio-signature'] ?? '')
  const url = parts.config.baseUrl + statusCallbackPath(organisationId, messageId)
  const verdict = await inTenant(parts.database, organisationId, async tx => {
    const message = await findSms(tx, organisationId, messageId)
    if (message === undefined) return 'unknown'
    const tokens = await smsTokens(tx, parts.sealer, organisationId)
    if (!tokens.some(token => verifyStatusCallback(url, form, signature, token))) return 'forged'
    const report = statusOf(form)
    // A status of later days, or of another attempt than the one that counts, changes nothing.
    if (report === undefined) return 'heard'
    if (message.provider_id !== null && message.provider_id !== report.providerId) return 'heard'
    await recordReport(tx, organisationId, messageId, report)
    return 'heard'
  })
  if (verdict === 'unknown') throw new Refusal('not_found')
  return reply.code(verdict === 'forged' ? 403 : 204).send()
})
