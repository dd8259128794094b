import type { Sql } from '#db/sql.ts'
import { hashSecret, isSecret, newSecret } from '../secret.ts'

/** A sign-in that a browser began. It alone can finish it: it has the secret, and the database its hash. */
export interface SignOnAttempt {
  readonly organisationId: string
  readonly issuer: string
  readonly state: string
  readonly nonce: string
  /** Of PKCE: who steals the code on its way cannot use it. */
  readonly verifier: string
  /** The page to open after it. */
  readonly next: string
  readonly again: boolean
}

/** Returns the value of the browser's cookie. */
export async function openAttempt(sql: Sql, attempt: SignOnAttempt): Promise<string> {
  const { token, hash } = newSecret()
  const { organisationId, issuer, state, nonce, verifier, next, again } = attempt
  await sql.query(
    `INSERT INTO single_sign_on_attempts (hash, organisation_id, issuer, state, nonce, verifier, next, again)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [hash, organisationId, issuer, state, nonce, verifier, next, again],
  )
  return token
}

/** Uses it up: of several answers, one gets it. */
export async function takeAttempt(
  sql: Sql,
  token: string | undefined,
  state: string | undefined,
): Promise<SignOnAttempt | undefined> {
  if (token === undefined || !isSecret(token) || state === undefined) return undefined
  const { rows } = await sql.query<SignOnAttempt>(
    `DELETE FROM single_sign_on_attempts WHERE hash = $1 AND state = $2 AND created_at > now() - interval '10 minutes'
     RETURNING organisation_id AS "organisationId", issuer, state, nonce, verifier, next, again`,
    [hashSecret(token), state],
  )
  return rows[0]
}
