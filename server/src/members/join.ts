import type { Role } from '@millrace/contract/member'
import type { Database } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { createAccount } from './account.ts'
import { checkPassword, OF_ANOTHER_ACCOUNT } from './check-password.ts'
import { judgeAside } from './judge-aside.ts'
import { hashPassword } from './password.ts'
import { startSession } from './session.ts'
import { isEnforcedIn } from './single-sign-on/enforced.ts'

/** Why the holder of a link does not become a member. Thrown, so that the link stays as it was. */
export class JoinRefusal extends Error {
  override name = 'JoinRefusal'
  readonly why: JoinFault

  constructor(why: JoinFault) {
    super(why.kind)
    this.why = why
  }
}

export type JoinFault =
  | { readonly kind: 'link_not_valid' | 'member_exists' | 'single_sign_on_needed' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'faulty'; readonly errors: Record<string, string[]> }

export interface Newcomer {
  readonly email: string
  readonly name: string | undefined
  readonly password: string
  readonly address: string
  /** As people name it; null: unknown. */
  readonly browser: string | null
}

/** A person who has given or chosen a password, prepared before the transaction because hashing takes time. */
export type Ready = Pick<Newcomer, 'email' | 'address' | 'browser'> &
  ({ readonly memberId: string } | { readonly account: { readonly name: string; readonly password: string } })

/**
 * A link does not prove who opens it. With the password of an account that has the address, that account joins; with any
 * other password, a new account is made, which is good in this organisation only. So a link to one organisation is no way
 * into the others, and does not show whether the address has an account.
 */
export async function makeReady(database: Database, newcomer: Newcomer): Promise<Ready> {
  const { email, name, password, address, browser } = newcomer
  const verdict = await checkPassword(database, newcomer)
  if (verdict.kind === 'limited') throw new JoinRefusal(verdict)
  if (verdict.kind === 'right') return { email, address, browser, memberId: verdict.account.id }
  const errors: Record<string, string[]> = {}
  if (name === undefined) errors.name = ['is required']
  const faults = await judgeAside(password, { email, name: name ?? '' })
  if (faults.length > 0) errors.password = faults
  if (name === undefined || faults.length > 0) throw new JoinRefusal({ kind: 'faulty', errors })
  return { email, address, browser, account: { name: name.trim(), password: await hashPassword(password) } }
}

export interface NewMembership {
  readonly organisationId: string
  readonly role: Role
  readonly serials: readonly string[] | null
}

/** Returns the value of the cookie for their first session. */
export async function join(
  tx: Sql,
  ready: Ready,
  { organisationId, role, serials }: NewMembership,
): Promise<string> {
  const { email, address, browser } = ready
  // One after the other: an address has one member in an organisation.
  await tx.query('SELECT FROM organisations WHERE id = $1 FOR NO KEY UPDATE', [organisationId])
  const { rowCount } = await tx.query(
    'SELECT FROM memberships s JOIN members m ON m.id = s.member_id WHERE s.organisation_id = $1 AND m.email = $2',
    [organisationId, email],
  )
  if (rowCount !== 0) throw new JoinRefusal({ kind: 'member_exists' })
  if (await isEnforcedIn(tx, organisationId, email)) throw new JoinRefusal({ kind: 'single_sign_on_needed' })
  const memberId = 'memberId' in ready ? ready.memberId : await createAccount(tx, { email, ...ready.account })
  await tx.query(
    'INSERT INTO memberships (organisation_id, member_id, role, serials) VALUES ($1, $2, $3, $4)',
    [organisationId, memberId, role, serials],
  )
  // An account that an identity provider can open belongs to its organisation alone.
  const bound = await tx.query('SELECT FROM member_identities WHERE member_id = $1', [memberId])
  if (bound.rowCount !== 0) {
    throw new JoinRefusal({ kind: 'faulty', errors: { password: [OF_ANOTHER_ACCOUNT] } })
  }
  await recordAudit(tx, organisationId, {
    actor: email,
    action: 'member.joined',
    subject: memberId,
    detail: { role, serials },
  })
  return startSession(tx, { memberId, organisationId, address, browser })
}
