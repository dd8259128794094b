import { type Database, inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { checkPassword, type PasswordVerdict } from './check-password.ts'
import { factorsOf, hasFactor } from './second-factor/factors.ts'
import type { Site } from './second-factor/passkeys.ts'
import { openQuestion, type Question } from './second-factor/question.ts'
import { endSession, listOwnOrganisations, startSession } from './session.ts'
import { warnOfNewDevice } from './warn-of-new-device.ts'

export interface SignInRequest extends WhereFrom {
  readonly email: string
  readonly password: string
  /** undefined: no passkeys are possible. */
  readonly site: Site | undefined
}

/** Where someone signs in from. */
export interface WhereFrom {
  readonly address: string
  /** As people name it; null: unknown. */
  readonly browser: string | null
  /** The browser's previous session: it ends. */
  readonly replaces: Buffer | undefined
  /** The id of the browser's device, if this member has signed in with it before. */
  deviceOf(memberId: string): string | undefined
}

export type SignedIn =
  | Exclude<PasswordVerdict, { kind: 'right' }>
  | { readonly kind: 'signed_in'; readonly token: string }
  /** The password is right, and not enough. */
  | { readonly kind: 'second_factor'; readonly question: Question }

export async function signIn(database: Database, request: SignInRequest): Promise<SignedIn> {
  const verdict = await checkPassword(database, request)
  if (verdict.kind !== 'right') return verdict
  const memberId = verdict.account.id
  return inTransaction(database.engine, async tx => {
    const factors = await factorsOf(tx, memberId)
    if (hasFactor(factors)) {
      return { kind: 'second_factor', question: await openQuestion(tx, request.site, memberId, factors) }
    }
    const token = await enter(tx, { ...request, memberId, by: 'password' })
    return { kind: 'signed_in', token }
  })
}

export interface Entering extends WhereFrom {
  readonly memberId: string
  readonly email: string
  /** What they signed in with. */
  readonly by: 'password' | 'totp' | 'recovery_code' | 'passkey'
}

/**
 * Starts a session for a member who has shown who they are. A member of one organisation is in it at once; members of
 * several choose. Returns the value of its cookie.
 */
export async function enter(tx: Sql, entering: Entering): Promise<string> {
  const { memberId, email, address, browser, replaces, by } = entering
  const isNewDevice = entering.deviceOf(memberId) === undefined
  if (replaces !== undefined) await endSession(tx, replaces)
  const organisations = await listOwnOrganisations(tx, memberId)
  const organisationId = organisations.length === 1 ? (organisations[0]?.id ?? null) : null
  for (const { id } of organisations) {
    await recordAudit(tx, id, {
      actor: email,
      action: 'member.signed_in',
      subject: memberId,
      detail: { by, ...(isNewDevice ? { new_device: browser } : {}) },
    })
  }
  if (isNewDevice) await warnOfNewDevice(tx, entering)
  return startSession(tx, { memberId, organisationId, address, browser })
}
