import type { SignOnProblem } from '@millrace/contract/sign-on-problem'
import type { DefaultGrant } from '@millrace/contract/single-sign-on'
import { setLocal } from '#db/set-local.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { createAccount } from '../account.ts'
import { changeMember, removeMember } from '../members.ts'
import { forgetViews } from '../views/views.ts'
import type { Granted } from './grant.ts'

/** Who someone is at the identity provider of an organisation. */
export interface Identity {
  readonly organisationId: string
  readonly issuer: string
  readonly subject: string
}

/** For the audit log: the identity provider decided it, not a member. */
export const SIGN_ON_ACTOR = 'single sign-on'

export interface Admitted {
  readonly memberId: string
  readonly email: string
}

/**
 * Makes someone a member as the identity provider says, and updates their role and venues. An account that this opens
 * belongs to this organisation alone: its owners choose the issuer, and an issuer can say anything about an address. So
 * an account that belongs to other organisations too is left to those, and here a new one takes its place.
 */
export async function admit(
  tx: Sql,
  identity: Identity,
  { email, name, grant }: Granted,
): Promise<Admitted | Extract<SignOnProblem, 'address_taken'>> {
  const { organisationId } = identity
  await holdOrganisation(tx, organisationId)
  const known = await findKnown(tx, identity)
  if (known !== undefined) {
    await keepCurrent(tx, organisationId, known.memberId, grant)
    await tx.query('UPDATE member_identities SET last_used_at = now() WHERE member_id = $1', [known.memberId])
    return known
  }
  const present = await findPresent(tx, organisationId, email)
  if (present?.bound === true) return 'address_taken'
  const memberId =
    present !== undefined && !present.elsewhere
      ? present.id
      : await createMember(tx, organisationId, {
          ...{ email, name, grant, replaces: present?.id },
          by: { actor: email, name: SIGN_ON_ACTOR },
        })
  await bind(tx, identity, { memberId, email })
  await keepCurrent(tx, organisationId, memberId, grant)
  return { memberId, email }
}

/** Someone whom the identity provider no longer grants anything: what they had here ends. */
export async function dismiss(tx: Sql, identity: Identity): Promise<void> {
  await holdOrganisation(tx, identity.organisationId)
  const known = await findKnown(tx, identity)
  // The last owner stays, so that someone can correct the groups.
  if (known !== undefined)
    await removeMember(tx, identity.organisationId, SIGN_ON_ACTOR, { id: known.memberId })
}

/** One after the other: an address has one member in an organisation. What changes members reads those of this one. */
export async function holdOrganisation(tx: Sql, organisationId: string): Promise<void> {
  await setLocal(tx, 'millrace.organisation_id', organisationId)
  await tx.query('SELECT FROM organisations WHERE id = $1 FOR NO KEY UPDATE', [organisationId])
}

async function findKnown(
  tx: Sql,
  { organisationId, issuer, subject }: Identity,
): Promise<Admitted | undefined> {
  const { rows } = await tx.query<Admitted>(
    `SELECT m.id AS "memberId", m.email FROM member_identities i JOIN members m ON m.id = i.member_id
     WHERE i.organisation_id = $1 AND i.issuer = $2 AND i.subject = $3 FOR UPDATE OF m`,
    [organisationId, issuer, subject],
  )
  return rows[0]
}

interface Present {
  readonly id: string
  readonly bound: boolean
  readonly elsewhere: boolean
}

/** The member with this address. The account is locked first: it cannot join another organisation meanwhile. */
export async function findPresent(
  tx: Sql,
  organisationId: string,
  email: string,
): Promise<Present | undefined> {
  const { rows: locked } = await tx.query<{ id: string }>(
    `SELECT m.id FROM memberships s JOIN members m ON m.id = s.member_id
     WHERE s.organisation_id = $1 AND m.email = $2 FOR UPDATE OF m`,
    [organisationId, email],
  )
  if (locked[0] === undefined) return undefined
  const { rows } = await tx.query<Present>(
    `SELECT m.id, EXISTS (SELECT FROM member_identities i WHERE i.member_id = m.id) AS bound,
       EXISTS (SELECT FROM memberships s WHERE s.member_id = m.id AND s.organisation_id <> $2) AS elsewhere
     FROM members m WHERE m.id = $1`,
    [locked[0].id, organisationId],
  )
  return rows[0]
}

interface NewMember extends Granted {
  /** The account whose place it takes. */
  readonly replaces: string | undefined
  /** For the audit log. */
  readonly by: { readonly actor: string; readonly name: string }
}

export async function createMember(
  tx: Sql,
  organisationId: string,
  { email, name, grant: { role, serials }, replaces, by }: NewMember,
): Promise<string> {
  const memberId = await createAccount(tx, { email, name, password: null })
  // Before the other leaves: it may have been the last owner.
  await tx.query(
    'INSERT INTO memberships (organisation_id, member_id, role, serials) VALUES ($1, $2, $3, $4)',
    [organisationId, memberId, role, serials],
  )
  // Before a membership ends: see removeMember.
  await recordAudit(tx, organisationId, {
    actor: by.actor,
    action: 'member.joined',
    subject: memberId,
    detail: { role, serials, by: by.name, ...(replaces === undefined ? {} : { replaces }) },
  })
  if (replaces !== undefined) {
    await tx.query(
      `UPDATE memberships n SET role = o.role, serials = o.serials FROM memberships o
       WHERE n.organisation_id = $1 AND n.member_id = $2 AND o.organisation_id = $1 AND o.member_id = $3`,
      [organisationId, memberId, replaces],
    )
    await forgetViews(tx, { organisationId, id: replaces })
    await tx.query('DELETE FROM memberships WHERE organisation_id = $1 AND member_id = $2', [
      organisationId,
      replaces,
    ])
  }
  return memberId
}

async function bind(
  tx: Sql,
  { organisationId, issuer, subject }: Identity,
  { memberId, email }: Admitted,
): Promise<void> {
  await tx.query(
    'INSERT INTO member_identities (organisation_id, issuer, subject, member_id) VALUES ($1, $2, $3, $4)',
    [organisationId, issuer, subject, memberId],
  )
  await recordAudit(tx, organisationId, {
    actor: email,
    action: 'member.sign_on_added',
    subject: memberId,
    detail: { issuer },
  })
}

/** The last owner stays one, whatever the groups say: someone has to be able to correct them. */
async function keepCurrent(
  tx: Sql,
  organisationId: string,
  memberId: string,
  { role, serials }: DefaultGrant,
): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM memberships WHERE organisation_id = $1 AND member_id = $2
       AND (role <> $3 OR serials IS DISTINCT FROM $4::text[])`,
    [organisationId, memberId, role, serials],
  )
  if (rowCount === 0) return
  await changeMember(tx, organisationId, SIGN_ON_ACTOR, { id: memberId, role, serials })
}
