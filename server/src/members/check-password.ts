import type { Database } from '#db/database.ts'
import { type Account, findAccounts } from './account.ts'
import { type Attempt, countAttempt } from './attempts.ts'
import { noteWrongPassword } from './note-wrong-password.ts'
import { isPassword } from './password.ts'

export interface PasswordAttempt extends Omit<Attempt, 'device'> {
  readonly password: string
  /** The id of the browser's device, if this member has signed in with it before. */
  deviceOf?(memberId: string): string | undefined
}

export type PasswordVerdict =
  | { readonly kind: 'right'; readonly account: Account }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }

/**
 * Every given password is checked here, against each account with the address. An unknown address takes the same path
 * as a wrong password, and the same time, so nothing reveals who is a member.
 */
export async function checkPassword(database: Database, attempt: PasswordAttempt): Promise<PasswordVerdict> {
  return check(database, attempt, await findAccounts(database.engineSql, attempt.email))
}

/** The password of one account, for a member who is signed in: that of another one with their address is wrong. */
export async function checkOwnPassword(
  database: Database,
  memberId: string,
  attempt: PasswordAttempt,
): Promise<PasswordVerdict> {
  const accounts = await findAccounts(database.engineSql, attempt.email)
  return check(
    database,
    attempt,
    accounts.filter(({ id }) => id === memberId),
  )
}

/**
 * A known device has its own allowance and queue for the account that knows it, and for no other with the address:
 * anyone who invites an address can get a device for an account of it.
 */
async function check(
  database: Database,
  { password, email, address, deviceOf }: PasswordAttempt,
  accounts: readonly Account[],
): Promise<PasswordVerdict> {
  const known = accounts.find(({ id }) => deviceOf?.(id) !== undefined)
  if (known !== undefined) {
    const device = deviceOf?.(known.id)
    const verdict = await tryOut(database, { email, address, device, password }, [known])
    if (verdict.kind !== 'wrong' || accounts.length === 1) return verdict
  }
  const others = accounts.filter(account => account !== known)
  return tryOut(database, { email, address, password }, others)
}

async function tryOut(
  database: Database,
  attempt: Attempt & { readonly password: string },
  accounts: readonly Account[],
): Promise<PasswordVerdict> {
  const retryAfterSeconds = await countAttempt(database, attempt)
  if (retryAfterSeconds !== undefined) return { kind: 'limited', retryAfterSeconds }
  const queue = attempt.device === undefined ? 'anyone' : 'known'
  for (const account of accounts) {
    if (await isPassword(attempt.password, account.password ?? undefined, queue))
      return { kind: 'right', account }
  }
  if (accounts.length === 0) await isPassword(attempt.password, undefined, queue)
  for (const account of accounts) noteWrongPassword(database, account, attempt)
  return { kind: 'wrong' }
}

/**
 * Whether another account with this address has this password. Accounts of one address need different ones: the password
 * is what distinguishes them.
 */
export async function isOfAnotherAccount(
  { engineSql }: Pick<Database, 'engineSql'>,
  { id, email }: { readonly id: string; readonly email: string },
  password: string,
): Promise<boolean> {
  for (const account of await findAccounts(engineSql, email)) {
    if (account.id !== id && (await isPassword(password, account.password ?? undefined))) return true
  }
  return false
}

export const OF_ANOTHER_ACCOUNT =
  'is the password of another account with this address: choose a different one'
