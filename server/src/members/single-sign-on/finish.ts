import type { SignOnProblem } from '@millrace/contract/sign-on-problem'
import { type Database, inTransaction } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { findProvisioned } from '../scim/find-provisioned.ts'
import { enter, type WhereFrom } from '../sign-in.ts'
import { admit, dismiss, holdOrganisation, SIGN_ON_ACTOR } from './admit.ts'
import { type SignOnAttempt, takeAttempt } from './attempts.ts'
import { type Claims, grantOf } from './grant.ts'
import { failureOf, type Issuers, isUnreachable } from './issuer.ts'
import { openSingleSignOn, redirectUri } from './settings.ts'

export interface SignOnAnswer extends WhereFrom {
  /** Of the browser that began it. */
  readonly cookie: string | undefined
  /** The query that the identity provider sent the browser back with, with its question mark. */
  readonly search: string
  readonly baseUrl: string
}

export type Finished =
  | { readonly kind: 'signed_in'; readonly token: string; readonly next: string }
  | { readonly kind: 'refused'; readonly problem: SignOnProblem }

const refused = (problem: SignOnProblem): Finished => ({ kind: 'refused', problem })

/** What the browser brings back from the identity provider becomes a session, or a problem with a sentence. */
export async function finishSignOn(
  database: Pick<Database, 'engine' | 'engineSql'>,
  sealer: Sealer,
  issuers: Issuers,
  answer: SignOnAnswer,
): Promise<Finished> {
  const given = new URLSearchParams(answer.search)
  const attempt = await takeAttempt(database.engineSql, answer.cookie, given.get('state') ?? undefined)
  if (attempt === undefined) return refused('expired')
  const { organisationId } = attempt
  const open = await openSingleSignOn(database.engineSql, sealer, organisationId)
  // The settings were changed meanwhile: the answer is that of another provider.
  if (open === undefined || open.settings.issuer !== attempt.issuer) return refused('expired')
  const refuse = async (problem: SignOnProblem, detail: Record<string, unknown>) => {
    await inTransaction(database.engine, tx =>
      recordAudit(tx, organisationId, {
        actor: SIGN_ON_ACTOR,
        action: 'member.sign_on_refused',
        subject: organisationId,
        detail: { problem, address: answer.address, ...detail },
      }),
    )
    return refused(problem)
  }
  if (given.has('error')) return refuse('refused', { reason: given.get('error')?.slice(0, 100) })
  let claims: Claims
  try {
    const asked = { ...attempt, redirectUri: redirectUri(answer.baseUrl) }
    claims = await issuers.claimsOf(organisationId, open.client, asked, answer.search)
  } catch (error) {
    return refuse(isUnreachable(error) ? 'unreachable' : 'not_verified', {
      reason: failureOf(error).message,
    })
  }
  const identity = { organisationId, issuer: attempt.issuer, subject: String(claims.sub) }
  const admitted = await inTransaction(database.engine, async tx => {
    // Held from here: whom SCIM deactivates meanwhile is not made a member again.
    await holdOrganisation(tx, organisationId)
    const provisioned = await findProvisioned(tx, identity, claims)
    const groups = provisioned && { [open.settings.group_claim]: provisioned.groups }
    const granted = grantOf({ ...claims, ...groups }, { ...open.settings, unproven: open.unproven })
    if (typeof granted === 'string') {
      // An address or a domain that is not verified, perhaps only for now, says nothing about what the person may do.
      if (granted !== 'email_not_verified' && granted !== 'domain_not_proven') await dismiss(tx, identity)
      return { problem: granted, email: claims.email ?? null }
    }
    if (provisioned?.active === false) return { problem: 'no_access' as const, email: granted.email }
    const member = await admit(tx, identity, granted)
    if (typeof member === 'string') return { problem: member, email: granted.email }
    const token = await enter(tx, {
      ...answer,
      ...member,
      by: 'single_sign_on',
      signOn: { confirmedAt: confirmedAt(attempt, claims) },
    })
    return { token }
  })
  if ('problem' in admitted) return refuse(admitted.problem, { email: admitted.email })
  if (admitted.token === undefined) throw new Error('a single sign-on is not closed to itself')
  return { kind: 'signed_in', token: admitted.token, next: attempt.next }
}

/**
 * When the person gave their password at the identity provider: as it says, or else now, where it was asked to let them
 * sign in again. A provider that they signed in to this morning confirms nothing now.
 */
function confirmedAt({ again }: SignOnAttempt, { auth_time }: Claims): Date | null {
  if (typeof auth_time === 'number') return new Date(auth_time * 1_000)
  return again ? new Date() : null
}
