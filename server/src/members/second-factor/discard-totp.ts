import type { Sql } from '#db/sql.ts'
import { canOpen } from '#secrets/can-open.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { recordInOrganisations } from '../profile.ts'
import { forgetCodesWithoutFactor } from './recovery-codes.ts'
import { contextOf, removeTotp } from './totp-secrets.ts'

/**
 * Removes the authenticator apps whose secret no master key opens: no code of theirs could be checked again, and their
 * members would be locked out. Returns the addresses of those members.
 */
export async function discardTotpSecrets(tx: Sql, sealer: Sealer, actor: string): Promise<string[]> {
  const { rows } = await tx.query<{ member_id: string; email: string; sealed: string }>(
    `SELECT member_id, email, sealed FROM totp_secrets JOIN members ON members.id = member_id
     ORDER BY member_id FOR UPDATE OF totp_secrets`,
  )
  const lost = rows.filter(({ member_id, sealed }) => !canOpen(sealer, sealed, contextOf(member_id)))
  for (const { member_id } of lost) {
    await removeTotp(tx, member_id)
    await forgetCodesWithoutFactor(tx, member_id)
    await recordInOrganisations(tx, member_id, { actor, action: 'member.totp_removed' })
  }
  return lost.map(({ email }) => email)
}
