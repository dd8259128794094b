import { randomBytes } from 'node:crypto'
import { hashCredential } from '#access/credential.ts'
import type { Sql } from '#db/sql.ts'
import { factorsOf, hasFactor } from './factors.ts'
import { toBase32 } from './totp.ts'

const HOW_MANY = 10

/** 120 random bits each, in groups that can be typed. Only their hashes are stored. The former ones end. */
export async function replaceRecoveryCodes(tx: Sql, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, () => grouped(toBase32(randomBytes(15))))
  await tx.query('DELETE FROM recovery_codes WHERE member_id = $1', [memberId])
  await tx.query('INSERT INTO recovery_codes (member_id, hash) SELECT $1, unnest($2::bytea[])', [
    memberId,
    codes.map(code => hashCredential(bare(code))),
  ])
  return codes
}

/** Whether it is one, and was not used before; now it is. */
export async function useRecoveryCode(tx: Sql, memberId: string, code: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE recovery_codes SET used_at = now() WHERE member_id = $1 AND hash = $2 AND used_at IS NULL',
    [memberId, hashCredential(bare(code))],
  )
  return rowCount === 1
}

const grouped = (letters: string) => (letters.match(/.{4}/g) ?? []).join('-')

/** As it is hashed, however it was typed. */
const bare = (code: string) => code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '')

/** A code of the app has six digits; everything else is a recovery code. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)

/** Recovery codes stand in for a factor; without one they would open nothing, and come back with the next. */
export async function forgetCodesWithoutFactor(tx: Sql, memberId: string): Promise<void> {
  if (!hasFactor(await factorsOf(tx, memberId))) {
    await tx.query('DELETE FROM recovery_codes WHERE member_id = $1', [memberId])
  }
}
