import type { SingleSignOn, SingleSignOnChange } from '@millrace/contract/single-sign-on'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { leaveByPassword } from './enforced.ts'
import type { Client } from './issuer.ts'
import { nameDomains, readProofs } from './proofs.ts'

/** Where a member signs in with it, before anything else is known: also the address for the identity provider. */
export const redirectUri = (baseUrl: string): string => `${baseUrl}/sign-in/callback`
export const signInLink = (baseUrl: string, organisationId: string): string =>
  `${baseUrl}/sign-in?organisation=${organisationId}`

const contextOf = (organisationId: string) => ({
  organisationId,
  table: 'single_sign_on',
  column: 'sealed_secret',
  id: organisationId,
})

interface Row extends Omit<SingleSignOn, 'updated_at'> {
  readonly updated_at: Date
}

const SETTINGS = `g.issuer, g.client_id, g.scopes, g.group_claim, g.grants, g.default_grant, g.enforced, g.saved_by,
  g.updated_at, ARRAY(SELECT p.domain FROM single_sign_on_proofs p WHERE p.organisation_id = g.organisation_id
    ORDER BY p.domain) AS domains`

export async function readSingleSignOn(sql: Sql, organisationId: string): Promise<SingleSignOn | null> {
  const { rows } = await sql.query<Row>(
    `SELECT ${SETTINGS} FROM single_sign_on g WHERE g.organisation_id = $1`,
    [organisationId],
  )
  return rows[0] ? { ...rows[0], updated_at: rows[0].updated_at.toISOString() } : null
}

/** With the client secret, for talking to the identity provider, and the domains that do not count yet. */
export async function openSingleSignOn(
  sql: Sql,
  sealer: Sealer,
  organisationId: string,
): Promise<
  | { readonly settings: SingleSignOn; readonly client: Client; readonly unproven: readonly string[] }
  | undefined
> {
  const settings = await readSingleSignOn(sql, organisationId)
  const secret = await openSecret(sql, sealer, organisationId)
  if (settings === null || secret === undefined) return undefined
  const proofs = await readProofs(sql, organisationId)
  return {
    settings,
    client: clientOf(settings, secret),
    unproven: proofs.filter(({ status }) => status === 'unproven').map(({ domain }) => domain),
  }
}

export const clientOf = (
  { issuer, client_id, scopes }: Pick<SingleSignOn, 'issuer' | 'client_id' | 'scopes'>,
  clientSecret: string,
): Client => ({ issuer, clientId: client_id, clientSecret, scopes })

export async function openSecret(
  sql: Sql,
  sealer: Sealer,
  organisationId: string,
): Promise<string | undefined> {
  const { rows } = await sql.query<{ sealed_secret: string }>(
    'SELECT sealed_secret FROM single_sign_on WHERE organisation_id = $1',
    [organisationId],
  )
  return rows[0] && sealer.open(rows[0].sealed_secret, contextOf(organisationId))
}

/** The organisation that signs in addresses of this domain, which is its own. */
export async function findByEmail(sql: Sql, email: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ organisation_id: string }>(
    `SELECT organisation_id FROM single_sign_on_domains WHERE domain = split_part($1, '@', 2)`,
    [email],
  )
  return rows[0]?.organisation_id
}

export interface SettingsToSave extends Omit<SingleSignOnChange, 'client_secret'> {
  readonly clientSecret: string
}

/**
 * Saves the settings, checked before. Throws `DomainsTaken`, see `nameDomains`.
 * With another issuer, its people are others: who is who is decided again, and the sessions that it started end.
 */
export async function saveSingleSignOn(
  tx: Sql,
  sealer: Sealer,
  organisationId: string,
  actor: string,
  { clientSecret, domains, ...settings }: SettingsToSave,
): Promise<void> {
  const before = await readSingleSignOn(tx, organisationId)
  await tx.query(
    `INSERT INTO single_sign_on (organisation_id, issuer, client_id, sealed_secret, scopes, group_claim, grants,
       default_grant, enforced, saved_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (organisation_id) DO UPDATE SET issuer = excluded.issuer, client_id = excluded.client_id,
       sealed_secret = excluded.sealed_secret, scopes = excluded.scopes, group_claim = excluded.group_claim,
       grants = excluded.grants, default_grant = excluded.default_grant, enforced = excluded.enforced,
       saved_by = excluded.saved_by, updated_at = now()`,
    [
      organisationId,
      settings.issuer,
      settings.client_id,
      sealer.seal(clientSecret, contextOf(organisationId)),
      settings.scopes,
      settings.group_claim,
      JSON.stringify(settings.grants),
      settings.default_grant === null ? null : JSON.stringify(settings.default_grant),
      settings.enforced,
      actor,
    ],
  )
  await nameDomains(tx, organisationId, domains)
  if (before !== null && before.issuer !== settings.issuer) await forgetIdentities(tx, organisationId)
  if (settings.enforced) await leaveByPassword(tx, organisationId)
  await recordAudit(tx, organisationId, {
    actor,
    action: 'single_sign_on.saved',
    subject: organisationId,
    detail: { ...settings, domains },
  })
}

/** false when it was not set up. */
export async function removeSingleSignOn(tx: Sql, organisationId: string, actor: string): Promise<boolean> {
  const { rows } = await tx.query<{ issuer: string }>(
    'DELETE FROM single_sign_on WHERE organisation_id = $1 RETURNING issuer',
    [organisationId],
  )
  if (rows[0] === undefined) return false
  await forgetIdentities(tx, organisationId)
  await recordAudit(tx, organisationId, {
    actor,
    action: 'single_sign_on.removed',
    subject: organisationId,
    detail: { issuer: rows[0].issuer },
  })
  return true
}

/** The operator's way back in: passwords count again. false when they did already. */
export async function allowPasswords(tx: Sql, organisationId: string, actor: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE single_sign_on SET enforced = false WHERE organisation_id = $1 AND enforced',
    [organisationId],
  )
  if (rowCount === 0) return false
  await recordAudit(tx, organisationId, {
    actor,
    action: 'single_sign_on.passwords_allowed',
    subject: organisationId,
  })
  return true
}

async function forgetIdentities(tx: Sql, organisationId: string): Promise<void> {
  await tx.query('DELETE FROM member_identities WHERE organisation_id = $1', [organisationId])
  await tx.query('DELETE FROM sessions WHERE organisation_id = $1 AND single_sign_on', [organisationId])
}

/** Reseals what was sealed with a previous master key. Returns how many. */
export async function resealSingleSignOn(tx: Sql, sealer: Sealer): Promise<number> {
  const { rows } = await tx.query<{ organisation_id: string; sealed_secret: string }>(
    'SELECT organisation_id, sealed_secret FROM single_sign_on ORDER BY organisation_id FOR UPDATE',
  )
  const old = rows.filter(row => sealer.needsReseal(row.sealed_secret))
  for (const { organisation_id, sealed_secret } of old) {
    const context = contextOf(organisation_id)
    await tx.query('UPDATE single_sign_on SET sealed_secret = $2 WHERE organisation_id = $1', [
      organisation_id,
      sealer.seal(sealer.open(sealed_secret, context), context),
    ])
  }
  return old.length
}
