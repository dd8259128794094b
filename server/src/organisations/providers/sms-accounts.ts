import type { SmsSettings } from '@millrace/contract/settings'
import type { SmsVendorName } from '@millrace/contract/sms-vendor'
import type { SentToUs, SmsVendor } from '#channels/sms/vendors/vendor.ts'
import { smsVendors } from '#channels/sms/vendors/vendors.ts'
import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { readSecrets } from '../secrets.ts'
import { readCandidates } from './choose-provider.ts'
import { secretOf } from './connection.ts'

/** With what an SMS provider of an organisation signs: each of them may report, and pass on what guests write. */
export interface SmsAccount {
  readonly vendor: SmsVendorName
  readonly secret: string
}

export async function smsAccounts(tx: Sql, sealer: Sealer, organisationId: string): Promise<SmsAccount[]> {
  const providers = await readCandidates(tx, organisationId, 'sms')
  const secrets = await readSecrets(tx, sealer, organisationId)
  const known = providers.map(provider => ({
    vendor: (provider.connection as SmsSettings).vendor ?? 'twilio',
    secret: secretOf(provider, secrets) ?? '',
  }))
  // As before there were several: a token without a provider still counts.
  const alone = known.some(({ secret }) => secret === secrets.sms_token)
    ? []
    : [{ vendor: 'twilio' as const, secret: secrets.sms_token ?? '' }]
  return [...alone, ...known].filter(({ secret }) => secret !== '')
}

/** The provider that has sent it; undefined: none of them. */
export async function provenBy(
  accounts: readonly SmsAccount[],
  sent: SentToUs,
): Promise<SmsVendor | undefined> {
  for (const { vendor, secret } of accounts) {
    if (await smsVendors[vendor].proves(sent, secret)) return smsVendors[vendor]
  }
  return undefined
}
