import type { ProviderChannel } from '@millrace/contract/provider'
import type { OrganisationSettings, SmsSettings, Smtp } from '@millrace/contract/settings'
import type { Sql } from '#db/sql.ts'

/** Writes the connection of the first provider into the settings, which the caller has locked. null: there is none. */
export async function writeConnection(
  tx: Sql,
  organisationId: string,
  settings: OrganisationSettings,
  channel: ProviderChannel,
  connection: Smtp | SmsSettings | null,
): Promise<void> {
  const changed: OrganisationSettings =
    channel === 'email'
      ? { ...settings, email: { ...settings.email, smtp: connection as Smtp | null } }
      : { ...settings, sms: connection as SmsSettings | null }
  await tx.query('UPDATE organisations SET settings = $2 WHERE id = $1', [
    organisationId,
    JSON.stringify(changed),
  ])
}
