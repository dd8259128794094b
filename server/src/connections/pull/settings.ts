import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { canOpen } from '#secrets/can-open.ts'
import type { SealContext, Sealer } from '#secrets/sealer.ts'
import type { PullProgress, PullSecrets, PullSettings } from './page-request.ts'

export interface SealedSecrets {
  readonly sealed_secret: string | null
  readonly sealed_second: string | null
}

const columns = ['sealed_secret', 'sealed_second'] as const

const pullContext = (
  organisationId: string,
  connectionId: string,
  column: (typeof columns)[number],
): SealContext => ({ organisationId, table: 'connection_pulls', column, id: connectionId })

export function openSecrets(
  sealer: Sealer,
  organisationId: string,
  connectionId: string,
  sealed: SealedSecrets,
): PullSecrets {
  const open = (column: (typeof columns)[number]) => {
    const text = sealed[column]
    return text === null ? null : sealer.open(text, pullContext(organisationId, connectionId, column))
  }
  return { secret: open('sealed_secret'), second_secret: open('sealed_second') }
}

export interface NewPull extends PullSettings {
  readonly every_seconds: number
  readonly secret: string | null
  readonly second_secret?: string | null
}

/** Of the same address, with the same cursor: it continues where it was. */
const CONTINUES = `(connection_pulls.url, connection_pulls.cursor_parameter, connection_pulls.cursor_path)
  IS NOT DISTINCT FROM (excluded.url, excluded.cursor_parameter, excluded.cursor_path)`

/** Without its query: the log is for ever, and keys are often there. */
function withoutQuery(text: string): string {
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname}`
}

/** Where secrets go, for the audit log. */
export const placesOf = ({ url, auth, oauth }: PullSettings) => ({
  url: withoutQuery(url),
  auth,
  ...(oauth == null ? {} : { token_url: withoutQuery(oauth.token_url) }),
})

/** Fetches from now on. Everything is checked by the caller: see `pull-faults.ts`. */
export async function savePull(
  tx: Sql,
  sealer: Sealer,
  organisationId: string,
  actor: string,
  connectionId: string,
  { secret, second_secret = null, ...pull }: NewPull,
): Promise<void> {
  const seal = (column: (typeof columns)[number], text: string | null) =>
    text === null ? null : sealer.seal(text, pullContext(organisationId, connectionId, column))
  await tx.query(
    `INSERT INTO connection_pulls
       (organisation_id, connection_id, url, every_seconds, auth, header, sealed_secret, cursor_parameter, cursor_path,
        oauth, second_header, sealed_second)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (organisation_id, connection_id) DO UPDATE
     SET url = excluded.url, every_seconds = excluded.every_seconds, auth = excluded.auth, header = excluded.header,
         sealed_secret = excluded.sealed_secret, cursor_parameter = excluded.cursor_parameter,
         cursor_path = excluded.cursor_path, oauth = excluded.oauth, second_header = excluded.second_header,
         sealed_second = excluded.sealed_second,
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
      seal('sealed_secret', secret),
      pull.cursor_parameter,
      pull.cursor_path,
      pull.oauth == null ? null : JSON.stringify(pull.oauth),
      pull.second_header ?? null,
      seal('sealed_second', second_secret),
    ],
  )
  await recordAudit(tx, organisationId, {
    actor,
    action: 'connection.pull_saved',
    subject: connectionId,
    detail: { ...placesOf(pull), every_seconds: pull.every_seconds },
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

export type StoredPull = PullSettings & PullProgress & PullSecrets

/** As it is stored, with its secret. */
export async function readPull(
  tx: Sql,
  sealer: Sealer,
  organisationId: string,
  connectionId: string,
): Promise<StoredPull | undefined> {
  const { rows } = await tx.query<PullSettings & PullProgress & SealedSecrets>(
    `SELECT url, auth, header, oauth, second_header, cursor_parameter, cursor_path, cursor_value, etag, last_modified,
            sealed_secret, sealed_second
     FROM connection_pulls WHERE organisation_id = $1 AND connection_id = $2`,
    [organisationId, connectionId],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { sealed_secret, sealed_second, ...stored } = row
  return { ...stored, ...openSecrets(sealer, organisationId, connectionId, { sealed_secret, sealed_second }) }
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

interface Sealed {
  readonly organisation_id: string
  readonly connection_id: string
  readonly name: string
  readonly column: (typeof columns)[number]
  readonly sealed: string
}

const sealedTexts = async (tx: Sql): Promise<Sealed[]> =>
  (
    await tx.query<Sealed>(
      `SELECT p.organisation_id, p.connection_id, c.name, s.column, s.sealed FROM connection_pulls p
       JOIN connections c ON c.organisation_id = p.organisation_id AND c.id = p.connection_id
       CROSS JOIN LATERAL (VALUES ('sealed_secret', p.sealed_secret), ('sealed_second', p.sealed_second)) AS s ("column", sealed)
       WHERE s.sealed IS NOT NULL ORDER BY p.organisation_id, p.connection_id, s.column FOR UPDATE OF p`,
    )
  ).rows

const contextOf = ({ organisation_id, connection_id, column }: Sealed) =>
  pullContext(organisation_id, connection_id, column)

const writeSecret = (tx: Sql, { organisation_id, connection_id, column }: Sealed, sealed: string | null) =>
  tx.query(`UPDATE connection_pulls SET ${column} = $3 WHERE organisation_id = $1 AND connection_id = $2`, [
    organisation_id,
    connection_id,
    sealed,
  ])

/** Reseals the secrets that were sealed with a previous master key. Returns how many. */
export async function resealPulls(tx: Sql, sealer: Sealer): Promise<number> {
  const old = (await sealedTexts(tx)).filter(({ sealed }) => sealer.needsReseal(sealed))
  for (const one of old) {
    const context = contextOf(one)
    await writeSecret(tx, one, sealer.seal(sealer.open(one.sealed, context), context))
  }
  return old.length
}

/** Forgets secrets that no master key opens: fetching fails until it is set up again. Returns the names of the connections. */
export async function discardPullSecrets(tx: Sql, sealer: Sealer, actor: string): Promise<string[]> {
  const changed = new Map<string, string>()
  for (const one of await sealedTexts(tx)) {
    const { organisation_id, connection_id, name, sealed } = one
    if (canOpen(sealer, sealed, contextOf(one))) continue
    await writeSecret(tx, one, null)
    if (changed.has(connection_id)) continue
    changed.set(connection_id, name)
    await recordAudit(tx, organisation_id, {
      actor,
      action: 'connection.secrets_discarded',
      subject: connection_id,
    })
  }
  return [...changed.values()]
}
