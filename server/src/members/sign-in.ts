import { type Database, inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { checkPassword, type PasswordVerdict } from './check-password.ts'
import { factorsOf, hasFactor } from './second-factor/factors.ts'
import type { Site } from './second-factor/passkeys.ts'
import { openQuestion, type Question } from './second-factor/question.ts'
import { endSession, listOpenOrganisations, type NewSession, startSession } from './session.ts'
import { isEnforcedFor } from './single-sign-on/enforced.ts'
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
  /** Their organisation is closed to passwords. */
  | { readonly kind: 'single_sign_on_needed' }

export async function signIn(database: Database, request: SignInRequest): Promise<SignedIn> {
  const verdict = await checkPassword(database, request)
  // By the domain, not by the account: it says nothing about who is a member.
  if (verdict.kind === 'wrong' && (await isEnforcedFor(database.engineSql, request.email))) {
    return { kind: 'single_sign_on_needed' }
  }
  if (verdict.kind !== 'right') return verdict
  const memberId = verdict.account.id
  return inTransaction(database.engine, async tx => {
    const factors = await factorsOf(tx, memberId)
    if (hasFactor(factors)) {
      return { kind: 'second_factor', question: await openQuestion(tx, request.site, memberId, factors) }
    }
    const token = await enter(tx, { ...request, memberId, by: 'password' })
    return token === undefined ? { kind: 'single_sign_on_needed' } : { kind: 'signed_in', token }
  })
}

export interface Entering extends WhereFrom {
  readonly memberId: string
  readonly email: string
  /** What they signed in with. */
  readonly by: 'password' | 'totp' | 'recovery_code' | 'passkey' | 'single_sign_on'
  /** By single sign-on. */
  readonly signOn?: NewSession['signOn']
}

/**
 * Starts a session for a member who has shown who they are. A member of one organisation is in it at once; members of
 * several choose. Returns the value of its cookie; undefined when all of their organisations are closed to what they
 * signed in with.
 */
export async function enter(tx: Sql, entering: Entering): Promise<string | undefined> {
  const { memberId, email, address, browser, replaces, by, signOn } = entering
  const isNewDevice = entering.deviceOf(memberId) === undefined
  const organisations = await listOpenOrganisations(tx, memberId, signOn !== undefined)
  if (organisations.length === 0) return undefined
  if (replaces !== undefined) await endSession(tx, replaces)
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
  return startSession(tx, { memberId, organisationId, address, browser, signOn })
}
