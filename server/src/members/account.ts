import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'

export interface Account {
  readonly id: string
  readonly name: string
  /** null: they sign in with single sign-on only. */
  readonly password: string | null
}

/** Different spellings of an address are one address. */
export const storedEmail = (email: string): string => email.trim().toLowerCase()

/**
 * All accounts with this address, oldest first. Each organisation that invites an address can lead to one: a link does
 * not prove who opens it, so it never touches the account that another organisation's link made.
 */
export async function findAccounts(sql: Sql, email: string): Promise<Account[]> {
  const { rows } = await sql.query<Account>(
    'SELECT id, name, password FROM members WHERE email = $1 ORDER BY id',
    [email],
  )
  return rows
}

export async function createAccount(
  tx: Sql,
  { email, name, password }: { email: string; name: string; password: string | null },
): Promise<string> {
  const id = newId()
  await tx.query('INSERT INTO members (id, email, name, password) VALUES ($1, $2, $3, $4)', [
    id,
    email,
    name,
    password,
  ])
  return id
}
