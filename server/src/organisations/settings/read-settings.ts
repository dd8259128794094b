import { defaultSettings, type OrganisationSettings, type SettingsAnswer } from '@millrace/contract/settings'
import type { Sql } from '#db/sql.ts'
import type { SecretName } from '../secrets.ts'

/** undefined: there is no such organisation. Secrets are not read, only whether they exist. */
export async function readSettings(tx: Sql, organisationId: string): Promise<SettingsAnswer | undefined> {
  const { rows } = await tx.query<Row>(READ, [organisationId])
  const [row] = rows
  if (row === undefined) return undefined
  const { settings, revision, secrets } = row
  return {
    settings: { ...defaultSettings, ...settings },
    revision,
    has_smtp_password: secrets.includes('smtp_password'),
    has_sms_token: secrets.includes('sms_token'),
    has_webhook_secret: secrets.includes('webhook_secret'),
  }
}

/** The same, and no other save of settings can happen until the transaction ends. */
export async function lockSettings(tx: Sql, organisationId: string): Promise<SettingsAnswer | undefined> {
  await tx.query('SELECT FROM organisations WHERE id = $1 FOR NO KEY UPDATE', [organisationId])
  return readSettings(tx, organisationId)
}

interface Row {
  settings: Partial<OrganisationSettings>
  revision: string
  secrets: SecretName[]
}

// The revision is derived from what people save here. settings_revision also grows with venues and workflows, and
// would refuse a save because of an unrelated change.
const READ = `
  SELECT o.settings, s.secrets, md5(concat_ws(' ', o.settings, s.saved)) AS revision
  FROM organisations o, LATERAL (
    SELECT coalesce(array_agg(name), '{}') AS secrets,
           string_agg(name || updated_at, ' ' ORDER BY name) FILTER (WHERE name IN ('smtp_password', 'sms_token')) AS saved
    FROM organisation_secrets WHERE organisation_id = o.id
  ) AS s
  WHERE o.id = $1`
