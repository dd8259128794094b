import type { SignInRules } from '@millrace/contract/second-factor'
import type { Sql } from '#db/sql.ts'
import { enforcedSql } from '../single-sign-on/enforced.ts'
import { hasFactorSql } from './factors.ts'

/** As the engine: who has a second factor is not for requests of members to see. */
export async function readSignInRules(sql: Sql, organisationId: string): Promise<SignInRules> {
  const { rows } = await sql.query<{ required: boolean; without: number }>(
    `SELECT o.require_second_factor AS required,
       (SELECT count(*)::int FROM memberships s JOIN members m ON m.id = s.member_id
        WHERE s.organisation_id = o.id AND NOT ${hasFactorSql} AND NOT ${enforcedSql}) AS without
     FROM organisations o WHERE o.id = $1`,
    [organisationId],
  )
  const { required = false, without = 0 } = rows[0] ?? {}
  return { require_second_factor: required, members_without: without }
}
