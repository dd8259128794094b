import type { Sql } from '#db/sql.ts'

/** What a member can answer with after the password. */
export interface Factors {
  readonly totp: boolean
  readonly passkeys: number
  readonly recoveryCodes: number
}

export const hasFactor = ({ totp, passkeys }: Factors): boolean => totp || passkeys > 0

/** For a member m: whether the password alone is not enough. */
export const hasFactorSql = `(EXISTS (SELECT FROM totp_secrets t WHERE t.member_id = m.id AND t.confirmed_at IS NOT NULL)
  OR EXISTS (SELECT FROM passkeys p WHERE p.member_id = m.id))`

export async function factorsOf(sql: Sql, memberId: string): Promise<Factors> {
  const { rows } = await sql.query<{ totp: boolean; passkeys: number; codes: number }>(
    `SELECT EXISTS (SELECT FROM totp_secrets WHERE member_id = $1 AND confirmed_at IS NOT NULL) AS totp,
       (SELECT count(*)::int FROM passkeys WHERE member_id = $1) AS passkeys,
       (SELECT count(*)::int FROM recovery_codes WHERE member_id = $1 AND used_at IS NULL) AS codes`,
    [memberId],
  )
  const { totp, passkeys, codes } = rows[0] as (typeof rows)[number]
  return { totp, passkeys, recoveryCodes: codes }
}
