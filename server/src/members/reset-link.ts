import { type Database, inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { countAttempt } from './attempts.ts'
import { isOfAnotherAccount, OF_ANOTHER_ACCOUNT } from './check-password.ts'
import { JoinRefusal } from './join.ts'
import { judgeAside } from './judge-aside.ts'
import { hashPassword } from './password.ts'
import { recordInOrganisations } from './profile.ts'
import { hashSecret, newSecret } from './secret.ts'
import { endSessions } from './session.ts'

export interface ResetLink {
  readonly token: string
  readonly email: string
  readonly expiresAt: Date
}

/**
 * For a member of the owner's organisation. An account may belong to several organisations: a member of another one
 * gets the link from the operator; otherwise an owner could enter organisations that are not theirs.
 */
export async function createOwnersResetLink(
  tx: Sql,
  organisationId: string,
  actor: string,
  memberId: string,
): Promise<ResetLink | 'not_found' | 'elsewhere'> {
  const { rows } = await tx.query<Person & { elsewhere: boolean }>(
    `SELECT m.id, m.email, ${ELSEWHERE} AS elsewhere
     FROM memberships s JOIN members m ON m.id = s.member_id WHERE s.organisation_id = $1 AND m.id = $2
     FOR KEY SHARE OF s`,
    [organisationId, memberId],
  )
  if (rows[0] === undefined) return 'not_found'
  return rows[0].elsewhere ? 'elsewhere' : create(tx, rows[0], { organisationId, actor })
}

/** For any account, created by the operator. */
export const createResetLink = (tx: Sql, person: Person): Promise<ResetLink> =>
  create(tx, person, { organisationId: null, actor: 'cli' })

export interface Person {
  readonly id: string
  readonly email: string
}

/** Whether member m belongs to another organisation than that of row s. */
const ELSEWHERE = `EXISTS (
  SELECT FROM memberships other WHERE other.member_id = m.id AND other.organisation_id <> s.organisation_id)`

/** Valid for a day, and once. A second one replaces the first. */
async function create(
  tx: Sql,
  { id, email }: Person,
  { organisationId, actor }: { organisationId: string | null; actor: string },
): Promise<ResetLink> {
  const { token, hash } = newSecret()
  const { rows } = await tx.query<{ expires_at: Date }>(
    `INSERT INTO reset_links (member_id, hash, organisation_id, made_by, expires_at)
     VALUES ($1, $2, $3, $4, now() + interval '24 hours')
     ON CONFLICT (member_id) DO UPDATE SET hash = excluded.hash, organisation_id = excluded.organisation_id,
       made_by = excluded.made_by, created_at = excluded.created_at, expires_at = excluded.expires_at
     RETURNING expires_at`,
    [id, hash, organisationId, actor],
  )
  await recordInOrganisations(tx, id, { actor, action: 'member.reset_link_made', detail: { email } })
  return { token, email, expiresAt: (rows[0] as { expires_at: Date }).expires_at }
}

/** Whether s is the link with this hash, and valid for member m. */
const OPEN = `s.hash = $1 AND s.expires_at > now() AND (s.organisation_id IS NULL OR NOT ${ELSEWHERE})`

interface OpenLink {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly made_by: string
}

/** The account that the link is for, which its holder may know. */
export async function findResetLink(sql: Sql, token: string): Promise<OpenLink | undefined> {
  const { rows } = await sql.query<OpenLink>(
    `SELECT m.id, m.email, m.name, s.made_by FROM reset_links s JOIN members m ON m.id = s.member_id
     WHERE ${OPEN}`,
    [hashSecret(token)],
  )
  return rows[0]
}

/**
 * Sets the password, and ends all of the member's sessions. If a link is used several times at once, only one
 * succeeds.
 */
export async function useResetLink(
  database: Database,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<void> {
  const open = await findResetLink(database.engineSql, token)
  if (open === undefined) throw new JoinRefusal({ kind: 'link_not_valid' })
  const retryAfterSeconds = await countAttempt(database, { email: open.email, address })
  if (retryAfterSeconds !== undefined) throw new JoinRefusal({ kind: 'limited', retryAfterSeconds })
  const faults = await judgeAside(password, open)
  if (await isOfAnotherAccount(database, open, password)) faults.push(OF_ANOTHER_ACCOUNT)
  if (faults.length > 0) throw new JoinRefusal({ kind: 'faulty', errors: { password: faults } })
  const stored = await hashPassword(password)
  await inTransaction(database.engine, async tx => {
    // The link before the member, as when a member is removed: there is no deadlock.
    const { rowCount } = await tx.query(
      `DELETE FROM reset_links s USING members m WHERE m.id = s.member_id AND ${OPEN}`,
      [hashSecret(token)],
    )
    if (rowCount === 0) throw new JoinRefusal({ kind: 'link_not_valid' })
    await tx.query('UPDATE members SET password = $2 WHERE id = $1', [open.id, stored])
    await endSessions(tx, open.id)
    await recordInOrganisations(tx, open.id, {
      actor: open.email,
      action: 'member.reset_password',
      detail: { link_made_by: open.made_by },
    })
  })
}
