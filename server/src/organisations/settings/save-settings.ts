import { isDeepStrictEqual } from 'node:util'
import type { SettingsAnswer, SettingsChange } from '@millrace/contract/settings'
import type { AddressPolicy } from '#channels/guard/policy.ts'
import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { recordAudit } from '../audit.ts'
import { leftAloneFaults } from '../providers/left-alone-faults.ts'
import { forgetFailuresOfFirst } from '../providers/record-health.ts'
import { type OpenedSecrets, readSecrets, writeSecret } from '../secrets.ts'
import { lockSettings, readSettings } from './read-settings.ts'
import { type SettingsFaults, settingsFaults } from './settings-faults.ts'
import { keepsPassword, keepsToken } from './stored-secret.ts'

export type SavedSettings =
  | { readonly kind: 'saved'; readonly answer: SettingsAnswer; readonly before: SettingsAnswer }
  | { readonly kind: 'faults'; readonly faults: SettingsFaults }
  /** The settings were saved since they were read. */
  | { readonly kind: 'conflict'; readonly current: SettingsAnswer }
  | { readonly kind: 'not_found' }

export interface SettingsParts {
  readonly sealer: Sealer
  readonly policy: AddressPolicy
}

/** Saves all settings at once, by the revision that they were read with. */
export async function saveSettings(
  tx: Sql,
  { sealer, policy }: SettingsParts,
  organisationId: string,
  actor: string,
  change: SettingsChange,
): Promise<SavedSettings> {
  const current = await lockSettings(tx, organisationId)
  if (current === undefined) return { kind: 'not_found' }
  if (current.revision !== change.revision) return { kind: 'conflict', current }
  const stored = await readSecrets(tx, sealer, organisationId)
  const secrets = secretsAfter(current, change, stored)
  const faults = {
    ...settingsFaults(change.settings, secrets, policy),
    ...(await leftAloneFaults(tx, organisationId, change.settings)),
  }
  if (Object.keys(faults).length > 0) return { kind: 'faults', faults }

  const { settings } = change
  await tx.query('UPDATE organisations SET settings = $2 WHERE id = $1', [
    organisationId,
    JSON.stringify(settings),
  ])
  const password = settings.email.smtp?.user === undefined ? undefined : secrets.smtpPassword
  const token = settings.sms === null ? undefined : secrets.smsToken
  if (password !== stored.smtp_password) {
    await writeSecret(tx, sealer, organisationId, 'smtp_password', password ?? null)
    await forgetFailuresOfFirst(tx, organisationId, 'email')
  }
  if (token !== stored.sms_token) {
    await writeSecret(tx, sealer, organisationId, 'sms_token', token ?? null)
    await forgetFailuresOfFirst(tx, organisationId, 'sms')
  }
  await recordAudit(tx, organisationId, {
    actor,
    action: 'settings.saved',
    subject: organisationId,
    detail: {
      changed: Object.entries(settings)
        .filter(([name, value]) => !isDeepStrictEqual(value, current.settings[name as keyof typeof settings]))
        .map(([name]) => name),
      smtp_password: replaced(stored.smtp_password, password),
      sms_token: replaced(stored.sms_token, token),
    },
  })
  return {
    kind: 'saved',
    answer: (await readSettings(tx, organisationId)) as SettingsAnswer,
    before: current,
  }
}

function secretsAfter(current: SettingsAnswer, change: SettingsChange, stored: OpenedSecrets) {
  const { email, sms } = change.settings
  const keptPassword = keepsPassword(current.settings, email) ? stored.smtp_password : undefined
  const keptToken = sms !== null && keepsToken(current.settings, sms) ? stored.sms_token : undefined
  return {
    smtpPassword: change.smtp_password === undefined ? keptPassword : (change.smtp_password ?? undefined),
    smsToken: change.sms_token === undefined ? keptToken : (change.sms_token ?? undefined),
  }
}

/** Whether a secret was kept, replaced or removed, without its value. */
function replaced(before: string | undefined, after: string | undefined): string {
  if (before === after) return 'kept'
  return after === undefined ? 'forgotten' : 'replaced'
}
