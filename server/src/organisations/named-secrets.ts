import type { NamedSecret } from '@millrace/contract/dashboard/secrets'
import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { recordAudit } from './audit.ts'

/** What a workflow names instead of a credential. The value is for one host, and is never shown again. */
export interface SecretToSave {
  readonly name: string
  readonly host: string
  readonly value: string
}

const contextOf = (organisationId: string, name: string) => ({
  organisationId,
  table: 'named_secrets',
  column: 'sealed',
  id: name,
})

export async function listNamedSecrets(tx: Sql, organisationId: string): Promise<NamedSecret[]> {
  const { rows } = await tx.query<
    Omit<NamedSecret, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date }
  >(
    `SELECT name, host, saved_by, created_at, updated_at FROM named_secrets
     WHERE organisation_id = $1 ORDER BY name`,
    [organisationId],
  )
  return rows.map(row => ({
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }))
}

export const MOST_NAMED_SECRETS = 100

/** Returns false when there are as many as there may be, and this would be another. */
export async function saveNamedSecret(
  tx: Sql,
  sealer: Sealer,
  organisationId: string,
  actor: string,
  { name, host, value }: SecretToSave,
): Promise<boolean> {
  const known = await listNamedSecrets(tx, organisationId)
  const replaced = known.some(secret => secret.name === name)
  if (!replaced && known.length >= MOST_NAMED_SECRETS) return false
  await tx.query(
    `INSERT INTO named_secrets (organisation_id, name, host, sealed, saved_by) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (organisation_id, name) DO UPDATE
       SET host = $3, sealed = $4, saved_by = $5, updated_at = now()`,
    [organisationId, name, host, sealer.seal(value, contextOf(organisationId, name)), actor],
  )
  await recordAudit(tx, organisationId, {
    actor,
    action: replaced ? 'secret.replaced' : 'secret.saved',
    subject: name,
    detail: { host },
  })
  return true
}

/** Returns false when there is none with this name. */
export async function removeNamedSecret(
  tx: Sql,
  organisationId: string,
  actor: string,
  name: string,
): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM named_secrets WHERE organisation_id = $1 AND name = $2', [
    organisationId,
    name,
  ])
  if (rowCount === 0) return false
  await recordAudit(tx, organisationId, { actor, action: 'secret.removed', subject: name })
  return true
}

/** With the engine's rights, at the moment of sending. Those that are missing are left out. */
export async function openNamedSecrets(
  sql: Sql,
  sealer: Sealer,
  organisationId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, { readonly host: string; readonly value: string }>> {
  const { rows } = await sql.query<{ name: string; host: string; sealed: string }>(
    'SELECT name, host, sealed FROM named_secrets WHERE organisation_id = $1 AND name = ANY ($2)',
    [organisationId, names],
  )
  return new Map(
    rows.map(({ name, host, sealed }) => [
      name,
      { host, value: sealer.open(sealed, contextOf(organisationId, name)) },
    ]),
  )
}

/** As the engine, those of all organisations, locked. */
export async function listAllNamedSecrets(tx: Sql) {
  const { rows } = await tx.query<{ organisation_id: string; name: string; sealed: string }>(
    'SELECT organisation_id, name, sealed FROM named_secrets ORDER BY organisation_id, name FOR UPDATE',
  )
  return rows.map(({ organisation_id, name, sealed }) => ({
    organisationId: organisation_id,
    name,
    sealed,
    context: contextOf(organisation_id, name),
  }))
}

/** Reseals what was sealed with a previous master key. Returns how many. */
export async function resealNamedSecrets(tx: Sql, sealer: Sealer): Promise<number> {
  const old = (await listAllNamedSecrets(tx)).filter(({ sealed }) => sealer.needsReseal(sealed))
  for (const { organisationId, name, sealed, context } of old) {
    await tx.query('UPDATE named_secrets SET sealed = $3 WHERE organisation_id = $1 AND name = $2', [
      organisationId,
      name,
      sealer.seal(sealer.open(sealed, context), context),
    ])
  }
  return old.length
}
