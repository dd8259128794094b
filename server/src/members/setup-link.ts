import { newId } from '#base/ids.ts'
import { type Database, inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { createOrganisation } from '#organisations/create-organisation.ts'
import { listOrganisations } from '#organisations/list-organisations.ts'
import { JoinRefusal, join, makeReady, type Newcomer } from './join.ts'
import { hashSecret, newSecret } from './secret.ts'

/** For the first member of an organisation, or, with null, of a new one. Valid for a day, and once. */
export async function createSetupLink(tx: Sql, organisationId: string | null): Promise<string> {
  const { token, hash } = newSecret()
  await tx.query('DELETE FROM setup_links WHERE expires_at < now()')
  await tx.query(
    `INSERT INTO setup_links (hash, organisation_id, expires_at) VALUES ($1, $2, now() + interval '24 hours')`,
    [hash, organisationId],
  )
  return token
}

/** While there are no members at all: a link for the oldest organisation, which is the demo where it was created. */
export function offerSetupLink(database: Pick<Database, 'engine'>): Promise<string | undefined> {
  return inTransaction(database.engine, async tx => {
    const { rowCount } = await tx.query('SELECT FROM members LIMIT 1')
    if (rowCount !== 0) return undefined
    const [oldest] = await listOrganisations(tx)
    return createSetupLink(tx, oldest?.id ?? null)
  })
}

export async function hasMembers(sql: Sql, organisationId: string): Promise<boolean> {
  const { rowCount } = await sql.query('SELECT FROM memberships WHERE organisation_id = $1 LIMIT 1', [
    organisationId,
  ])
  return rowCount !== 0
}

export interface SetupLink {
  readonly organisationId: string | null
  readonly organisationName: string | null
}

/** An organisation or an installation that already has a member needs no setup link. */
export async function findSetupLink(sql: Sql, token: string): Promise<SetupLink | undefined> {
  const { rows } = await sql.query<{ id: string | null; name: string | null }>(
    `SELECT o.id, o.name FROM setup_links l LEFT JOIN organisations o ON o.id = l.organisation_id
     WHERE l.hash = $1 AND l.expires_at > now() AND NOT EXISTS (
       SELECT FROM memberships s WHERE s.organisation_id = l.organisation_id OR l.organisation_id IS NULL)`,
    [hashSecret(token)],
  )
  return rows[0] && { organisationId: rows[0].id, organisationName: rows[0].name }
}

export interface SetupRequest extends Newcomer {
  readonly token: string
  readonly organisationName: string | undefined
}

/** Creates the first member, and the organisation where there is none. Returns the value of the cookie. */
export async function useSetupLink(database: Database, request: SetupRequest): Promise<string> {
  const link = await findSetupLink(database.engineSql, request.token)
  if (link === undefined) throw new JoinRefusal({ kind: 'link_not_valid' })
  if (link.organisationId === null && request.organisationName === undefined) {
    throw new JoinRefusal({ kind: 'faulty', errors: { organisation_name: ['is required'] } })
  }
  const ready = await makeReady(database, request)
  return inTransaction(database.engine, async tx => {
    // Several people may have links: they are used one after the other.
    await tx.query('LOCK TABLE setup_links IN EXCLUSIVE MODE')
    const found = await findSetupLink(tx, request.token)
    if (found === undefined) throw new JoinRefusal({ kind: 'link_not_valid' })
    const organisationId =
      found.organisationId ?? (await makeOrganisation(tx, request.email, request.organisationName as string))
    const session = await join(tx, ready, { organisationId, role: 'owner', serials: null })
    await tx.query('DELETE FROM setup_links WHERE organisation_id = $1 OR organisation_id IS NULL', [
      organisationId,
    ])
    return session
  })
}

async function makeOrganisation(tx: Sql, actor: string, name: string): Promise<string> {
  const id = newId()
  await createOrganisation(tx, { id, name })
  await recordAudit(tx, id, { actor, action: 'organisation.created', subject: id, detail: { name } })
  return id
}
