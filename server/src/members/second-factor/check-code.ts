import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { recordInOrganisations } from '../profile.ts'
import { isAppCode, useRecoveryCode } from './recovery-codes.ts'
import { useTotpCode } from './totp-secrets.ts'

export type CodeVerdict =
  | { readonly kind: 'right'; readonly by: 'totp' | 'recovery_code' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }

/** Six digits could be guessed. With five in a row, and then a pause, that takes two years on average. */
const MOST_WRONG = 5
const PAUSE_SECONDS = 900

/**
 * Every code is checked here: of the app, or a recovery code. Someone who gets this far has given the right password, so that
 * a stranger cannot keep a member out by wrong codes.
 */
export async function checkCode(
  tx: Sql,
  sealer: Sealer,
  member: { readonly id: string; readonly email: string },
  code: string,
): Promise<CodeVerdict> {
  const { rows } = await tx.query<{ wrong_codes: number; pause: number }>(
    `SELECT wrong_codes, coalesce(extract(epoch FROM wrong_code_at - now())::float8, 0) + $2 AS pause
     FROM members WHERE id = $1 FOR UPDATE`,
    [member.id, PAUSE_SECONDS],
  )
  const { wrong_codes = 0, pause = 0 } = rows[0] ?? {}
  if (wrong_codes >= MOST_WRONG && pause > 0) {
    return { kind: 'limited', retryAfterSeconds: Math.max(1, Math.ceil(pause)) }
  }
  const by = isAppCode(code) ? 'totp' : 'recovery_code'
  const right =
    by === 'totp'
      ? await useTotpCode(tx, sealer, member.id, code, 'confirmed')
      : await useRecoveryCode(tx, member.id, code)
  if (right) {
    await tx.query('UPDATE members SET wrong_codes = 0 WHERE id = $1', [member.id])
    return { kind: 'right', by }
  }
  await tx.query(
    `UPDATE members SET wrong_code_at = now(),
       wrong_codes = CASE WHEN wrong_code_at > now() - make_interval(secs => $2) THEN wrong_codes + 1 ELSE 1 END
     WHERE id = $1`,
    [member.id, PAUSE_SECONDS],
  )
  await recordInOrganisations(tx, member.id, { actor: member.email, action: 'member.wrong_code' })
  return { kind: 'wrong' }
}
