import type { Sql } from '#db/sql.ts'

/**
 * For a membership s of a member m: whether the organisation is closed to passwords for them. An organisation decides
 * for itself only: with an account that belongs to others too, those stay open.
 */
export const enforcedSql = `EXISTS (SELECT FROM single_sign_on g JOIN single_sign_on_domains d USING (organisation_id)
  WHERE g.organisation_id = s.organisation_id AND g.enforced AND d.domain = split_part(m.email, '@', 2))`

/** Whether an address is in a domain for which some organisation enforces single sign-on. */
export async function isEnforcedFor(sql: Sql, email: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `SELECT FROM single_sign_on g JOIN single_sign_on_domains d USING (organisation_id)
     WHERE g.enforced AND d.domain = split_part($1, '@', 2)`,
    [email],
  )
  return rowCount !== 0
}

/** Whether this organisation enforces it for an address. */
export async function isEnforcedIn(sql: Sql, organisationId: string, email: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `SELECT FROM single_sign_on g JOIN single_sign_on_domains d USING (organisation_id)
     WHERE g.organisation_id = $1 AND g.enforced AND d.domain = split_part($2, '@', 2)`,
    [organisationId, email],
  )
  return rowCount !== 0
}

/** What is open by a password closes: live updates too. */
export async function leaveByPassword(tx: Sql, organisationId: string): Promise<void> {
  await tx.query(
    `UPDATE sessions l SET organisation_id = NULL FROM members m
     WHERE m.id = l.member_id AND l.organisation_id = $1 AND NOT l.single_sign_on AND split_part(m.email, '@', 2) IN (
       SELECT domain FROM single_sign_on_domains WHERE organisation_id = $1)`,
    [organisationId],
  )
}
