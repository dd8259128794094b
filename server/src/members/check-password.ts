import type { Database } from '#db/database.ts'
import { type Account, findAccount } from './account.ts'
import { type Attempt, countAttempt } from './attempts.ts'
import { noteWrongPassword } from './note-wrong-password.ts'
import { isPassword } from './password.ts'

export type PasswordVerdict =
  | { readonly kind: 'right'; readonly account: Account }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }

/**
 * Every given password is checked here. An unknown address takes the same path as a wrong password, and the same
 * time, so nothing reveals who is a member.
 */
export async function checkPassword(
  database: Database,
  attempt: Attempt & { readonly password: string },
): Promise<PasswordVerdict> {
  const retryAfterSeconds = await countAttempt(database, attempt)
  if (retryAfterSeconds !== undefined) return { kind: 'limited', retryAfterSeconds }
  const account = await findAccount(database.engineSql, attempt.email)
  const right = await isPassword(
    attempt.password,
    account?.password,
    attempt.device === undefined ? 'anyone' : 'known',
  )
  if (right && account !== undefined) return { kind: 'right', account }
  if (account !== undefined) noteWrongPassword(database, account, attempt)
  return { kind: 'wrong' }
}
