import type { FastifyRequest } from 'fastify'
import { isStoredId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { findSms, recordReport } from '#messages/sms-report.ts'
import { provenBy, smsAccounts } from '#organisations/providers/sms-accounts.ts'
import type { HttpParts } from '../parts.ts'
import { Refusal } from '../refusal.ts'
import { sentToUs } from './accept-forms.ts'

/** Takes what an SMS provider reports about a message. Only its signature says that it is the provider. Returns the status. */
export async function takeSmsReport(
  parts: HttpParts,
  request: FastifyRequest,
  { organisationId, messageId }: { readonly organisationId: string; readonly messageId: string },
): Promise<204 | 403> {
  // As we wrote them into the address.
  if (!isStoredId(organisationId) || !isStoredId(messageId)) throw new Refusal('not_found')
  const sent = sentToUs(request, parts.config.baseUrl)
  return inTenant(parts.database, organisationId, async tx => {
    const message = await findSms(tx, organisationId, messageId)
    if (message === undefined) throw new Refusal('not_found')
    const vendor = await provenBy(await smsAccounts(tx, parts.sealer, organisationId), sent)
    if (vendor === undefined) return 403
    const report = vendor.reportIn(sent.params)
    // A status of later days, or of another attempt than the one that counts, changes nothing.
    const isAnother = message.provider_id !== null && message.provider_id !== report?.providerId
    if (report !== undefined && !isAnother) await recordReport(tx, organisationId, messageId, report)
    return 204
  })
}
