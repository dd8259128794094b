import type { Sql } from '#db/sql.ts'
import { recordInOrganisations } from '../profile.ts'
import { endSessions } from '../session.ts'

/**
 * The way back in for a member who has lost their devices and their codes: only the operator has it, because a member
 * may belong to several organisations. Ends all of their sessions.
 */
export async function removeSecondFactor(
  tx: Sql,
  member: { readonly id: string; readonly email: string },
  actor: string,
): Promise<void> {
  await tx.query('UPDATE members SET wrong_codes = 0 WHERE id = $1', [member.id])
  await tx.query('DELETE FROM totp_secrets WHERE member_id = $1', [member.id])
  await tx.query('DELETE FROM passkeys WHERE member_id = $1', [member.id])
  await tx.query('DELETE FROM recovery_codes WHERE member_id = $1', [member.id])
  await endSessions(tx, member.id)
  await recordInOrganisations(tx, member.id, {
    actor,
    action: 'member.second_factor_removed',
    detail: { email: member.email },
  })
}
