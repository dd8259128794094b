import type { Provider } from '@millrace/contract/provider'
import type { SmsSettings, Smtp } from '@millrace/contract/settings'
import type { Sql } from '#db/sql.ts'
import { type ProviderRow, providerColumns, providerSources } from './provider-row.ts'
import { limitToday, usedToday } from './provider-sql.ts'

interface Row extends ProviderRow {
  readonly has_secret: boolean
  readonly failures: number
  readonly down_since: Date | null
  readonly probe_at: Date | null
  readonly error: { readonly message: string } | null
  readonly failed_at: Date | null
  readonly today: number
  readonly limit_today: number | null
}

/** In the order in which they are used, e-mail first. */
export async function listProviders(tx: Sql, organisationId: string): Promise<Provider[]> {
  const { rows } = await tx.query<Row>(
    `SELECT ${providerColumns}, p.failures, p.down_since, p.probe_at, p.error, p.failed_at,
       ${usedToday} AS today, ${limitToday} AS limit_today,
       EXISTS (
         SELECT FROM organisation_secrets s WHERE s.organisation_id = p.organisation_id AND s.name =
           CASE WHEN p.connection IS NOT NULL THEN 'provider_' || p.id
                WHEN p.channel = 'email' THEN 'smtp_password' ELSE 'sms_token' END
       ) AS has_secret
     FROM ${providerSources} WHERE p.organisation_id = $1 ORDER BY p.channel, p.position, p.id`,
    [organisationId],
  )
  return rows.map(toProvider)
}

function toProvider({ connection, failures, down_since, probe_at, error, failed_at, ...row }: Row): Provider {
  const isEmail = row.channel === 'email'
  return {
    ...row,
    smtp: isEmail ? (connection as Smtp) : null,
    sms: isEmail ? null : (connection as SmsSettings),
    status: down_since !== null ? 'down' : failures > 0 ? 'unsteady' : 'working',
    down_since: down_since?.toISOString() ?? null,
    next_try_at: probe_at?.toISOString() ?? null,
    error: error?.message ?? null,
    failed_at: failed_at?.toISOString() ?? null,
  }
}
