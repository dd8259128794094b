import { type Database, inTransaction } from '#db/database.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { countFrom } from '../attempts.ts'
import { newSecret } from '../secret.ts'
import { openAttempt } from './attempts.ts'
import { IssuerFailed, type Issuers } from './issuer.ts'
import { findByEmail, openSingleSignOn, redirectUri } from './settings.ts'

export interface SignOnRequest {
  readonly email: string | undefined
  readonly organisationId: string | undefined
  readonly next: string | undefined
  readonly again: boolean
  readonly address: string
  readonly baseUrl: string
}

export type Begun =
  | { readonly kind: 'begun'; readonly page: string; readonly cookie: string }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }

/** Only a path of the dashboard: the sign-in leads to no other host. */
const ownPath = (path: string | undefined): string =>
  path !== undefined && /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(path) ? path : '/'

/**
 * Begins a sign-in: finds the organisation, and the page at its identity provider. Anyone may ask, and each attempt is a
 * row and a few requests to the provider, so an address has 20 a minute.
 */
export async function beginSignOn(
  database: Pick<Database, 'engine' | 'engineSql'>,
  sealer: Sealer,
  issuers: Issuers,
  { email, organisationId, next, again, address, baseUrl }: SignOnRequest,
): Promise<Begun> {
  const retryAfterSeconds = await countFrom(database, 'sign-on from', address)
  if (retryAfterSeconds !== undefined) return { kind: 'limited', retryAfterSeconds }
  const { engineSql } = database
  const found = organisationId ?? (email === undefined ? undefined : await findByEmail(engineSql, email))
  const open = found === undefined ? undefined : await openSingleSignOn(engineSql, sealer, found)
  if (found === undefined || open === undefined) return { kind: 'not_found' }
  const [state, nonce, verifier] = [newSecret().token, newSecret().token, newSecret().token]
  try {
    const page = await issuers.pageOf(found, open.client, {
      redirectUri: redirectUri(baseUrl),
      state,
      nonce,
      verifier,
      email,
      again,
    })
    const cookie = await inTransaction(database.engine, tx =>
      openAttempt(tx, {
        organisationId: found,
        issuer: open.settings.issuer,
        state,
        nonce,
        verifier,
        next: ownPath(next),
        again,
      }),
    )
    return { kind: 'begun', page, cookie }
  } catch (error) {
    if (error instanceof IssuerFailed) return { kind: 'failed' }
    throw error
  }
}
