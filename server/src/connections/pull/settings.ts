import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { canOpen } from '#secrets/can-open.ts'
import type { SealContext, Sealer } from '#secrets/sealer.ts'
import type { PullProgress, PullSettings } from './page-request.ts'

export const pullContext = (organisationId: string, connectionId: string): SealContext => ({
  organisationId,
  table: 'connection_pulls',
  column: 'sealed_secret',
  id: connectionId,
})

export interface NewPull extends PullSettings {
  readonly every_seconds: number
  readonly secret: string | null
}

/** Of the same address, with the same cursor: it continues where it was. */
const CONTINUES = `(connection_pulls.url, connection_pulls.cursor_parameter, connection_pulls.cursor_path)
  IS NOT DISTINCT FROM (excluded.url, excluded.cursor_parameter, excluded.cursor_path)`

/** Without its query: the log is for ever, and keys are often there. */
export function withoutQuery(text: string): string {
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname}`
}

/** Fetches from now on. Everything is checked by the caller: see `pull-faults.ts`. */
export async function savePull(
  tx: Sql,
  sealer: Sealer,
  organisationId: string,
  actor: string,
  connectionId: string,
  { secret, ...pull }: NewPull,
): Promise<void> {
  const sealed = secret === null ? null : sealer.seal(secret, pullContext(organisationId, connectionId))
  await tx.query(
    `INSERT INTO connection_pulls
       (organisation_id, connection_id, url, every_seconds, auth, header, sealed_secret, cursor_parameter, cursor_path)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (organisation_id, connection_id) DO UPDATE
     SET url = excluded.url, every_seconds = excluded.every_seconds, auth = excluded.auth, header = excluded.header,
         sealed_secret = excluded.sealed_secret, cursor_parameter = excluded.cursor_parameter,
         cursor_path = excluded.cursor_path,
         cursor_value = CASE WHEN ${CONTINUES} THEN connection_pulls.cursor_value END,
         etag = CASE WHEN ${CONTINUES} THEN connection_pulls.etag END,
         last_modified = CASE WHEN ${CONTINUES} THEN connection_pulls.last_modified END, failures = 0, pages = 0, error = NULL, due_at = now(), attempt = connection_pulls.attempt + 1`,
    [
      organisationId,
      connectionId,
      pull.url,
      pull.every_seconds,
      pull.auth,
      pull.header,
      sealed,
      pull.cursor_parameter,
      pull.cursor_path,
    ],
  )
  await recordAudit(tx, organisationId, {
    actor,
    action: 'connection.pull_saved',
    subject: connectionId,
    detail: { url: withoutQuery(pull.url), every_seconds: pull.every_seconds, auth: pull.auth },
  })
}

/** Returns whether there is one. */
export async function pullNow(tx: Sql, organisationId: string, connectionId: string): Promise<boolean> {
  // Not while a page is being fetched: its claim is the lease.
  const { rowCount } = await tx.query(
    `UPDATE connection_pulls SET due_at = CASE WHEN due_at > now() + interval '1 minute' THEN now() ELSE due_at END
     WHERE organisation_id = $1 AND connection_id = $2`,
    [organisationId, connectionId],
  )
  return rowCount === 1
}

export type StoredPull = PullSettings & PullProgress & { readonly secret: string | null }

/** As it is stored, with its secret. */
export async function readPull(
  tx: Sql,
  sealer: Sealer,
  organisationId: string,
  connectionId: string,
): Promise<StoredPull | undefined> {
  const { rows } = await tx.query<PullSettings & PullProgress & { sealed_secret: string | null }>(
    `SELECT url, auth, header, cursor_parameter, cursor_path, cursor_value, etag, last_modified, sealed_secret
     FROM connection_pulls WHERE organisation_id = $1 AND connection_id = $2`,
    [organisationId, connectionId],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { sealed_secret, ...stored } = row
  const context = pullContext(organisationId, connectionId)
  return { ...stored, secret: sealed_secret === null ? null : sealer.open(sealed_secret, context) }
}

/** Returns whether there was one. */
export async function removePull(
  tx: Sql,
  organisationId: string,
  actor: string,
  connectionId: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'DELETE FROM connection_pulls WHERE organisation_id = $1 AND connection_id = $2',
    [organisationId, connectionId],
  )
  if (rowCount === 0) return false
  await recordAudit(tx, organisationId, { actor, action: 'connection.pull_removed', subject: connectionId })
  return true
}

interface Row {
  readonly organisation_id: string
  readonly connection_id: string
  readonly name: string
  readonly sealed_secret: string
}

const sealedRows = async (tx: Sql): Promise<Row[]> =>
  (
    await tx.query<Row>(
      `SELECT p.organisation_id, p.connection_id, p.sealed_secret, c.name FROM connection_pulls p
       JOIN connections c ON c.organisation_id = p.organisation_id AND c.id = p.connection_id
       WHERE p.sealed_secret IS NOT NULL ORDER BY p.organisation_id, p.connection_id FOR UPDATE OF p`,
    )
  ).rows

const writeSecret = (tx: Sql, { organisation_id, connection_id }: Row, sealed: string | null) =>
  tx.query(
    'UPDATE connection_pulls SET sealed_secret = $3 WHERE organisation_id = $1 AND connection_id = $2',
    [organisation_id, connection_id, sealed],
  )

/** Reseals the secrets that were sealed with a previous master key. Returns how many. */
export async function resealPulls(tx: Sql, sealer: Sealer): Promise<number> {
  const old = (await sealedRows(tx)).filter(({ sealed_secret }) => sealer.needsReseal(sealed_secret))
  for (const row of old) {
    const context = pullContext(row.organisation_id, row.connection_id)
    await writeSecret(tx, row, sealer.seal(sealer.open(row.sealed_secret, context), context))
  }
  return old.length
}

/** Forgets secrets that no master key opens: fetching fails until it is set up again. Returns the names of the connections. */
export async function discardPullSecrets(tx: Sql, sealer: Sealer, actor: string): Promise<string[]> {
  const changed: string[] = []
  for (const row of await sealedRows(tx)) {
    const { organisation_id, connection_id, name, sealed_secret } = row
    if (canOpen(sealer, sealed_secret, pullContext(organisation_id, connection_id))) continue
    await writeSecret(tx, row, null)
    await recordAudit(tx, organisation_id, {
      actor,
      action: 'connection.secrets_discarded',
      subject: connection_id,
    })
    changed.push(name)
  }
  return changed
}
