import { links } from '@millrace/contract/operations/links'
import { statusOf, verifyStatusCallback } from '#channels/sms/status-callback.ts'
import { inTenant } from '#db/database.ts'
import { findSms, recordReport } from '#messages/sms-report.ts'
import { readSecrets } from '#organisations/secrets.ts'
import { bind } from '../bind.ts'
import { Refusal } from '../refusal.ts'
import { formOf } from './accept-forms.ts'

/** As we wrote it into the address. */
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Where the provider of SMS reports what became of a message. Only its signature says that it is the provider. */
export default bind(links.reportSms, parts => async (request, reply) => {
  const { organisationId, messageId } = request.params
  if (!isId.test(organisationId) || !isId.test(messageId)) throw new Refusal('not_found')
  const form = formOf(request)
  const signature = String(request.headers['x-twilio-signature'] ?? '')
  const url = `${parts.config.baseUrl}/callbacks/sms/${organisationId}/${messageId}`
  const verdict = await inTenant(parts.database, organisationId, async tx => {
    const message = await findSms(tx, organisationId, messageId)
    if (message === undefined) return 'unknown'
    const { sms_token = '' } = await readSecrets(tx, parts.sealer, organisationId)
    if (!verifyStatusCallback(url, form, signature, sms_token)) return 'forged'
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
