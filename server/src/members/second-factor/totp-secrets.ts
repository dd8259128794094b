import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { matchingStep, newTotpSecret } from './totp.ts'

export const contextOf = (memberId: string) => ({
  organisationId: '',
  table: 'totp_secrets',
  column: 'sealed',
  id: memberId,
})

/** A new secret, which is not asked for until a first code has shown that the app has it. undefined: there is one. */
export async function beginTotp(tx: Sql, sealer: Sealer, memberId: string): Promise<string | undefined> {
  const secret = newTotpSecret()
  const { rowCount } = await tx.query(
    `INSERT INTO totp_secrets (member_id, sealed) VALUES ($1, $2)
     ON CONFLICT (member_id) DO UPDATE SET sealed = excluded.sealed WHERE totp_secrets.confirmed_at IS NULL`,
    [memberId, sealer.seal(secret, contextOf(memberId))],
  )
  return rowCount === 1 ? secret : undefined
}

/** Whether a code is right. It is used up: neither it nor an older one is right again. */
export async function useTotpCode(
  tx: Sql,
  sealer: Sealer,
  memberId: string,
  code: string,
  state: 'begun' | 'confirmed',
): Promise<boolean> {
  const { rows } = await tx.query<{ sealed: string; last_step: number; now: Date }>(
    `SELECT sealed, last_step::float8 AS last_step, clock_timestamp() AS now FROM totp_secrets
     WHERE member_id = $1 AND (confirmed_at IS NOT NULL) = $2 FOR UPDATE`,
    [memberId, state === 'confirmed'],
  )
  if (rows[0] === undefined) return false
  const { sealed, last_step, now } = rows[0]
  const step = matchingStep(sealer.open(sealed, contextOf(memberId)), code, now)
  if (step === undefined || step <= last_step) return false
  await tx.query(
    'UPDATE totp_secrets SET last_step = $2, confirmed_at = coalesce(confirmed_at, now()) WHERE member_id = $1',
    [memberId, step],
  )
  return true
}

/** false when there was none. */
export async function removeTotp(tx: Sql, memberId: string): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM totp_secrets WHERE member_id = $1', [memberId])
  return rowCount === 1
}

/** Reseals what was sealed with a previous master key. Returns how many. */
export async function resealTotpSecrets(tx: Sql, sealer: Sealer): Promise<number> {
  const { rows } = await tx.query<{ member_id: string; sealed: string }>(
    'SELECT member_id, sealed FROM totp_secrets ORDER BY member_id FOR UPDATE',
  )
  const old = rows.filter(({ sealed }) => sealer.needsReseal(sealed))
  for (const { member_id, sealed } of old) {
    const context = contextOf(member_id)
    await tx.query('UPDATE totp_secrets SET sealed = $2 WHERE member_id = $1', [
      member_id,
      sealer.seal(sealer.open(sealed, context), context),
    ])
  }
  return old.length
}
