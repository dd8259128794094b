import type { Sql } from '#db/sql.ts'
import { canOpen } from '#secrets/can-open.ts'
import type { Sealer } from '#secrets/sealer.ts'

/** Secrets of the installation, the same for all of its processes and under every master key. */
export type InstallationSecret = 'unsubscribe_key' | 'audit_key'

const contextOf = (name: string) => ({
  organisationId: '',
  table: 'installation_secrets',
  column: 'sealed',
  id: name,
})

/** The stored secret, or else the offered one: if several are offered at once, the first. */
export async function ensureInstallationSecret(
  sql: Sql,
  sealer: Sealer,
  name: InstallationSecret,
  offered: string,
): Promise<string> {
  await sql.query(
    'INSERT INTO installation_secrets (name, sealed) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
    [name, sealer.seal(offered, contextOf(name))],
  )
  const { rows } = await sql.query<{ sealed: string }>(
    'SELECT sealed FROM installation_secrets WHERE name = $1',
    [name],
  )
  return rows[0] === undefined ? offered : sealer.open(rows[0].sealed, contextOf(name))
}

/** Deletes those that no master key opens; the next start creates new ones. */
export async function discardInstallationSecrets(sql: Sql, sealer: Sealer): Promise<void> {
  const { rows } = await sql.query<{ name: string; sealed: string }>(
    'SELECT name, sealed FROM installation_secrets ORDER BY name',
  )
  for (const { name, sealed } of rows) {
    if (canOpen(sealer, sealed, contextOf(name))) continue
    await sql.query('DELETE FROM installation_secrets WHERE name = $1', [name])
  }
}

/** Reseals what was sealed with a previous master key. Returns how many. */
export async function resealInstallationSecrets(tx: Sql, sealer: Sealer): Promise<number> {
  const { rows } = await tx.query<{ name: string; sealed: string }>(
    'SELECT name, sealed FROM installation_secrets ORDER BY name FOR UPDATE',
  )
  const old = rows.filter(({ sealed }) => sealer.needsReseal(sealed))
  for (const { name, sealed } of old) {
    await tx.query('UPDATE installation_secrets SET sealed = $2 WHERE name = $1', [
      name,
      sealer.seal(sealer.open(sealed, contextOf(name)), contextOf(name)),
    ])
  }
  return old.length
}
