import { type Database, inTransaction } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { checkPassword, type PasswordVerdict } from './check-password.ts'
import { endSession, listOwnOrganisations, startSession } from './session.ts'

export interface SignInRequest {
  readonly email: string
  readonly password: string
  readonly address: string
  /** Of a browser that this member has signed in with before. */
  readonly device?: string | undefined
  /** The browser's previous session: it ends. */
  readonly replaces: Buffer | undefined
}

export type SignedIn = Exclude<PasswordVerdict, { kind: 'right' }> | { kind: 'signed_in'; token: string }

/** A member of one organisation is in it at once; members of several choose. */
export async function signIn(database: Database, request: SignInRequest): Promise<SignedIn> {
  const verdict = await checkPassword(database, request)
  if (verdict.kind !== 'right') return verdict
  const memberId = verdict.account.id
  const token = await inTransaction(database.engine, async tx => {
    if (request.replaces !== undefined) await endSession(tx, request.replaces)
    const organisations = await listOwnOrganisations(tx, memberId)
    const organisationId = organisations.length === 1 ? (organisations[0]?.id ?? null) : null
    for (const { id } of organisations) {
      await recordAudit(tx, id, { actor: request.email, action: 'member.signed_in', subject: memberId })
    }
    return startSession(tx, { memberId, organisationId, address: request.address })
  })
  return { kind: 'signed_in', token }
}
