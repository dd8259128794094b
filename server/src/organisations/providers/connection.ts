import type { ProviderChannel } from '@millrace/contract/provider'
import type { EmailSettings, OrganisationSettings, SmsSettings, Smtp } from '@millrace/contract/settings'
import { smtpSettingsFaults } from '#channels/email/settings.ts'
import type { AddressPolicy } from '#channels/guard/policy.ts'
import { smsSettingsFaults } from '#channels/sms/settings.ts'
import type { OpenedSecrets, SecretName } from '../secrets.ts'
import { smsOf, smtpOf } from '../settings/channel-settings.ts'
import { keepsPassword, keepsToken } from '../settings/stored-secret.ts'
import type { Connection, ProviderRow } from './provider-row.ts'

/** Where the secret of a provider is stored: that of the first is the one of the settings. */
export function secretNameOf({
  id,
  channel,
  first,
}: Pick<ProviderRow, 'id' | 'channel' | 'first'>): SecretName {
  if (!first) return `provider_${id}`
  return channel === 'email' ? 'smtp_password' : 'sms_token'
}

export const secretOf = (provider: ProviderRow, secrets: OpenedSecrets): string | undefined =>
  secrets[secretNameOf(provider)]

/** Whether a stored secret stays with a changed connection: only with the server and the user that it was given for. */
export function keepsSecret(channel: ProviderChannel, before: Connection, after: Connection): boolean {
  return channel === 'email'
    ? keepsPassword(
        { email: { smtp: before } } as unknown as OrganisationSettings,
        { smtp: after } as EmailSettings,
      )
    : keepsToken({ sms: before } as OrganisationSettings, after as SmsSettings)
}

/** What is wrong with a connection, in sentences. */
export function connectionFaults(
  channel: ProviderChannel,
  connection: Connection,
  secret: string | undefined,
  policy: AddressPolicy,
): string[] {
  if (channel === 'sms') return smsSettingsFaults(smsOf(connection as SmsSettings, secret ?? ''), policy)
  const smtp = connection as Smtp
  const faults = smtpSettingsFaults(smtpOf(smtp, secret ?? ''), policy)
  return smtp.user !== undefined && secret === undefined
    ? [...faults, 'Give the password of this user at this mail server.']
    : faults
}

/** Where a provider that is given has its connection. */
export const connectionField = (channel: ProviderChannel) => (channel === 'email' ? 'smtp' : 'sms')
export const usesSecret = (channel: ProviderChannel, connection: Connection) =>
  channel === 'sms' || ('user' in connection && connection.user !== undefined)
