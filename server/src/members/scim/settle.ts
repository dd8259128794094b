import type { Sql } from '#db/sql.ts'
import { changeMember, removeMember } from '../members.ts'
import { createMember, findPresent } from '../single-sign-on/admit.ts'
import { fittingGrant } from '../single-sign-on/grant.ts'
import { readSingleSignOn } from '../single-sign-on/settings.ts'
import { ScimRefusal } from './scim-refusal.ts'

/** For the audit log: the identity provider decided it, not a member. */
export const SCIM_ACTOR = 'SCIM'

interface Provisioned {
  readonly user_name: string
  readonly name: string
  readonly active: boolean
  readonly member_id: string | null
  readonly groups: string[]
}

/** The names and external ids of the groups of a user u: by either, the settings of single sign-on may name them. */
export const groupNamesSql = `ARRAY(SELECT unnest(ARRAY[g.name, g.external_id]) FROM scim_group_members b
  JOIN scim_groups g ON g.organisation_id = b.organisation_id AND g.id = b.group_id
  WHERE b.organisation_id = u.organisation_id AND b.user_id = u.id)`

/**
 * Makes users members, changes them or ends their membership, as they and their groups are now. In a transaction that
 * holds the organisation. The last owner stays: then everything that was asked for is refused.
 */
export async function settle(tx: Sql, organisationId: string, userIds: readonly string[]): Promise<void> {
  const rules = await readSingleSignOn(tx, organisationId)
  if (rules === null) throw new Error('SCIM without single sign-on')
  for (const userId of new Set(userIds)) {
    const { rows } = await tx.query<Provisioned>(
      `SELECT u.user_name, u.name, u.active, u.member_id, ${groupNamesSql} AS groups
       FROM scim_users u WHERE u.organisation_id = $1 AND u.id = $2`,
      [organisationId, userId],
    )
    const [user] = rows
    if (user === undefined) continue
    const grant = user.active ? fittingGrant(new Set(user.groups), rules) : null
    if (grant === null) await leave(tx, organisationId, user)
    else await becomeMember(tx, organisationId, userId, user, grant)
  }
}

/** Their sessions end with it. */
export async function leave(
  tx: Sql,
  organisationId: string,
  { member_id, user_name }: Pick<Provisioned, 'member_id' | 'user_name'>,
): Promise<void> {
  if (member_id === null) return
  refuseLastOwner(user_name, await removeMember(tx, organisationId, SCIM_ACTOR, { id: member_id }))
}

async function becomeMember(
  tx: Sql,
  organisationId: string,
  userId: string,
  { user_name: email, name, member_id }: Provisioned,
  grant: NonNullable<ReturnType<typeof fittingGrant>>,
): Promise<void> {
  const known = member_id === null ? undefined : await findMembership(tx, organisationId, member_id)
  const present = known ?? (await findPresent(tx, organisationId, email))
  if (present === undefined || present.elsewhere) {
    const by = { actor: SCIM_ACTOR, name: SCIM_ACTOR }
    const memberId = await createMember(tx, organisationId, { email, name, grant, replaces: present?.id, by })
    await link(tx, organisationId, userId, memberId)
    return change(tx, organisationId, email, { id: memberId, ...grant })
  }
  await link(tx, organisationId, userId, present.id)
  await tx.query('UPDATE members SET email = $2, name = $3 WHERE id = $1 AND (email, name) <> ($2, $3)', [
    present.id,
    email,
    name,
  ])
  await change(tx, organisationId, email, { id: present.id, ...grant })
}

async function findMembership(tx: Sql, organisationId: string, memberId: string) {
  // Locked first: otherwise they could join another organisation between the reading and the change of their account.
  await tx.query('SELECT FROM members WHERE id = $1 FOR UPDATE', [memberId])
  const { rows } = await tx.query<{ id: string; elsewhere: boolean }>(
    `SELECT member_id AS id, EXISTS (SELECT FROM memberships o WHERE o.member_id = s.member_id
       AND o.organisation_id <> s.organisation_id) AS elsewhere
     FROM memberships s WHERE s.organisation_id = $1 AND s.member_id = $2`,
    [organisationId, memberId],
  )
  return rows[0]
}

const link = (tx: Sql, organisationId: string, userId: string, memberId: string) =>
  tx.query('UPDATE scim_users SET member_id = $3 WHERE organisation_id = $1 AND id = $2', [
    organisationId,
    userId,
    memberId,
  ])

async function change(
  tx: Sql,
  organisationId: string,
  email: string,
  to: Parameters<typeof changeMember>[3],
): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM memberships WHERE organisation_id = $1 AND member_id = $2
       AND (role <> $3 OR serials IS DISTINCT FROM $4::text[])`,
    [organisationId, to.id, to.role, to.serials],
  )
  if (rowCount !== 0) refuseLastOwner(email, await changeMember(tx, organisationId, SCIM_ACTOR, to))
}

/** Thrown, so that nothing of the request is done. */
function refuseLastOwner(email: string, done: unknown): void {
  if (done !== 'last_owner') return
  throw new ScimRefusal(
    409,
    undefined,
    `${email} is the last owner of the organisation. Make someone else an owner first.`,
  )
}
