import type { FastifyRequest } from 'fastify'
import { acceptedLanguages, type Language, languageOf } from '#channels/guest-words.ts'
import { type Database, inTenant } from '#db/database.ts'
import { findGuest } from '#guests/find-guest.ts'
import { type ConfirmToken, readConfirmToken } from '#runs/confirmation/confirm-url.ts'

/** What the link of a guest is about, as far as the page needs to know it. */
export interface FoundConfirmation {
  readonly token: ConfirmToken
  readonly organisation: string
  readonly language: Language
  readonly state: 'waiting' | 'confirmed'
}

interface Parts {
  readonly database: Pick<Database, 'tenant'>
  readonly secrets: { readonly unsubscribe: Buffer }
}

type Request = Pick<FastifyRequest, 'headers'> & { readonly params: { readonly token: string } }

/** undefined: Millrace did not make the address, or there is no longer anything to confirm by it. */
export async function findConfirmation(
  { database, secrets }: Parts,
  request: Request,
): Promise<FoundConfirmation | undefined> {
  const token = readConfirmToken(request.params.token, secrets.unsubscribe)
  if (token === undefined) return undefined
  const { organisationId, guestId, isFor } = token
  return inTenant(database, organisationId, async tx => {
    const guest = await findGuest(tx, organisationId, guestId)
    if (guest === undefined || !isFor(guest.email)) return undefined
    if (!guest.email_consent && guest.email_asked_at === null) return undefined
    const { rows } = await tx.query<{ name: string; locale: string | null }>(
      `SELECT name, settings ->> 'locale' AS locale FROM organisations WHERE id = $1`,
      [organisationId],
    )
    const { name, locale } = rows[0] as (typeof rows)[number]
    const accepted = acceptedLanguages(request.headers['accept-language'])
    return {
      token,
      organisation: name,
      language: languageOf(guest.attributes.language, ...accepted, locale),
      state: guest.email_consent ? 'confirmed' : 'waiting',
    }
  })
}
