import { type Database, inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { type Entering, enter, type WhereFrom } from '../sign-in.ts'
import { findChallenge, takeChallenge } from './challenges.ts'
import { checkCode } from './check-code.ts'
import { type Site, usePasskey } from './passkeys.ts'

export type Answered =
  | { readonly kind: 'signed_in'; readonly token: string }
  | { readonly kind: 'wrong_code' | 'wrong_passkey' | 'too_late' | 'single_sign_on_needed' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }

/** The answer to the question after the password, by a code. A mistyped one can be given again. */
export function answerByCode(
  database: Pick<Database, 'engine'>,
  sealer: Sealer,
  { ticket, code, ...where }: WhereFrom & { readonly ticket: string; readonly code: string },
): Promise<Answered> {
  return inTransaction(database.engine, async tx => {
    const asked = await findChallenge(tx, 'second_factor', ticket)
    const member = asked && (await memberOf(tx, asked.memberId))
    if (member === undefined) return { kind: 'too_late' }
    const verdict = await checkCode(tx, sealer, member, code.trim())
    if (verdict.kind === 'limited') return verdict
    if (verdict.kind === 'wrong') return { kind: 'wrong_code' }
    if ((await takeChallenge(tx, 'second_factor', ticket)) === undefined) return { kind: 'too_late' }
    return signedIn(tx, member, where, verdict.by)
  })
}

/** The same by a passkey; or, as `sign_in`, by a passkey alone, which is two factors in one. */
export function answerByPasskey(
  database: Pick<Database, 'engine'>,
  site: Site,
  purpose: 'second_factor' | 'sign_in',
  { ticket, answer, ...where }: WhereFrom & { readonly ticket: string; readonly answer: object },
): Promise<Answered> {
  return inTransaction(database.engine, async tx => {
    const asked = await takeChallenge(tx, purpose, ticket)
    if (asked === undefined) return { kind: 'too_late' }
    const memberId = await usePasskey(tx, site, { challenge: asked.challenge, answer })
    const member = memberId === undefined ? undefined : await memberOf(tx, memberId)
    if (member === undefined || (asked.memberId !== null && asked.memberId !== member.id)) {
      return { kind: 'wrong_passkey' }
    }
    return signedIn(tx, member, where, 'passkey')
  })
}

async function signedIn(
  tx: Sql,
  { id, email }: { id: string; email: string },
  where: WhereFrom,
  by: Entering['by'],
): Promise<Answered> {
  const token = await enter(tx, { ...where, memberId: id, email, by })
  return token === undefined ? { kind: 'single_sign_on_needed' } : { kind: 'signed_in', token }
}

async function memberOf(tx: Sql, id: string | null): Promise<{ id: string; email: string } | undefined> {
  const { rows } = await tx.query<{ id: string; email: string }>(
    'SELECT id, email FROM members WHERE id = $1',
    [id],
  )
  return rows[0]
}
