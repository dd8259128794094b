import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'

export interface Account {
  readonly id: string
  readonly name: string
  readonly password: string
}

/** Different spellings of an address are one account. */
export const storedEmail = (email: string): string => email.trim().toLowerCase()

export async function findAccount(sql: Sql, email: string): Promise<Account | undefined> {
  const { rows } = await sql.query<Account>('SELECT id, name, password FROM members WHERE email = $1', [
    email,
  ])
  return rows[0]
}

/** undefined when an account with this address has been created meanwhile. */
export async function createAccount(
  tx: Sql,
  { email, name, password }: { email: string; name: string; password: string },
): Promise<string | undefined> {
  const id = newId()
  const { rowCount } = await tx.query(
    'INSERT INTO members (id, email, name, password) VALUES ($1, $2, $3, $4) ON CONFLICT (email) DO NOTHING',
    [id, email, name, password],
  )
  return rowCount === 1 ? id : undefined
}
