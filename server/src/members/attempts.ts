import { createHash } from 'node:crypto'
import { addressKeys, keepLimits, takeLimits } from '#access/limits.ts'
import { type Database, inTransaction } from '#db/database.ts'

export interface Attempt {
  readonly email: string
  /** As limiters write it. */
  readonly address: string
  /** Of a browser that this member has signed in with before. */
  readonly device?: string | undefined
}

/**
 * Counts an attempt with a password before the password is checked, so that concurrent attempts are no way around it:
 * 20 a minute from one address (60 from a /56 of IPv6), and 20 a minute for one account from all addresses together. The second limit does
 * not apply to an address where every account with that e-mail address is signed in, or was within the last days, and neither applies to a
 * browser that the member has signed in with before, which has its own 20: strangers cannot lock members out of their
 * usual place or device. Returns the seconds to wait, or undefined when the attempt may proceed.
 */
export function countAttempt(
  database: Pick<Database, 'engine'>,
  { email, address, device }: Attempt,
): Promise<number | undefined> {
  const fromAddress = addressKeys('password from', address)
  // Limits stay in the database for an hour, and nobody needs to see who tried to sign in.
  const forAccount = `password for:${createHash('sha256').update(email).digest('base64url')}`
  if (device !== undefined) return countAll(database, [`password device:${device}`])
  return inTransaction(database.engine, async tx => {
    const [limits, usual] = await Promise.all([
      takeLimits(tx, [...fromAddress, forAccount]),
      tx.query(
        `SELECT FROM members m LEFT JOIN sessions s ON s.member_id = m.id AND s.address = $2
         WHERE m.email = $1 HAVING bool_and(s.member_id IS NOT NULL)`,
        [email, address],
      ),
    ])
    const counted = usual.rowCount === 0 ? [...fromAddress, forAccount] : fromAddress
    const wait = Math.max(...counted.map(key => limits.look(key).wait))
    if (wait > 0) return Math.max(1, Math.ceil(wait / 1_000_000))
    for (const key of counted) limits.enter(key)
    tx.later(keepLimits(tx, limits))
    return undefined
  })
}

/** Counts something that anyone may ask for: 20 a minute from one address. */
export const countFrom = (
  database: Pick<Database, 'engine'>,
  what: string,
  address: string,
): Promise<number | undefined> => countAll(database, addressKeys(what, address))

function countAll(database: Pick<Database, 'engine'>, keys: readonly string[]): Promise<number | undefined> {
  return inTransaction(database.engine, async tx => {
    const limits = await takeLimits(tx, keys)
    const wait = Math.max(...keys.map(key => limits.look(key).wait))
    if (wait > 0) return Math.max(1, Math.ceil(wait / 1_000_000))
    for (const key of keys) limits.enter(key)
    tx.later(keepLimits(tx, limits))
    return undefined
  })
}
