import type { Sql } from '#db/sql.ts'
import { storedEmail } from '../account.ts'
import type { Identity } from '../single-sign-on/admit.ts'
import type { Claims } from '../single-sign-on/grant.ts'
import { groupNamesSql } from './settle.ts'

/** Someone whom the identity provider manages by SCIM too. */
export interface ProvisionedPerson {
  readonly active: boolean
  /** Their groups there, which count in place of those in the token. */
  readonly groups: readonly string[]
}

/** By who they are at the provider, or else by their address. */
export async function findProvisioned(
  sql: Sql,
  { organisationId, issuer, subject }: Identity,
  { email }: Claims,
): Promise<ProvisionedPerson | undefined> {
  const { rows } = await sql.query<ProvisionedPerson>(
    `SELECT u.active, ${groupNamesSql} AS groups FROM scim_users u LEFT JOIN member_identities i
       ON i.member_id = u.member_id AND i.organisation_id = u.organisation_id AND i.issuer = $2 AND i.subject = $3
     WHERE u.organisation_id = $1 AND (i.member_id IS NOT NULL OR u.user_name = $4)
     ORDER BY i.member_id IS NULL LIMIT 1`,
    [organisationId, issuer, subject, typeof email === 'string' ? storedEmail(email) : null],
  )
  return rows[0]
}
