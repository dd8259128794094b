import type { Sql } from '#db/sql.ts'
import { hashSecret, isSecret, newSecret } from '../secret.ts'

/**
 * What has to be answered within five minutes, once: the second factor after a password, or the signature of a passkey.
 * The ticket is with the person who may answer; the database has its hash.
 */
export type Purpose = 'sign_in' | 'second_factor' | 'confirm' | 'register'

export interface Challenge {
  /** null where anyone may answer who has a passkey. */
  readonly memberId: string | null
  /** What a passkey signs. */
  readonly challenge: string
}

export async function openChallenge(
  sql: Sql,
  purpose: Purpose,
  { memberId, challenge }: Challenge,
): Promise<string> {
  const { token, hash } = newSecret()
  await sql.query('INSERT INTO challenges (hash, purpose, member_id, challenge) VALUES ($1, $2, $3, $4)', [
    hash,
    purpose,
    memberId,
    challenge,
  ])
  return token
}

const OPEN = `hash = $1 AND purpose = $2 AND created_at > now() - interval '5 minutes'`

interface Row {
  member_id: string | null
  challenge: string
}
const toChallenge = (row: Row | undefined): Challenge | undefined =>
  row && { memberId: row.member_id, challenge: row.challenge }

/** Looks without using it up: a code may be mistyped. */
export async function findChallenge(
  sql: Sql,
  purpose: Purpose,
  ticket: string,
): Promise<Challenge | undefined> {
  if (!isSecret(ticket)) return undefined
  const { rows } = await sql.query<Row>(`SELECT member_id, challenge FROM challenges WHERE ${OPEN}`, [
    hashSecret(ticket),
    purpose,
  ])
  return toChallenge(rows[0])
}

/** Uses it up: of several at once, one gets it. */
export async function takeChallenge(
  sql: Sql,
  purpose: Purpose,
  ticket: string,
): Promise<Challenge | undefined> {
  if (!isSecret(ticket)) return undefined
  const { rows } = await sql.query<Row>(
    `DELETE FROM challenges WHERE ${OPEN} RETURNING member_id, challenge`,
    [hashSecret(ticket), purpose],
  )
  return toChallenge(rows[0])
}
