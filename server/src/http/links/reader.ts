import type { LinkCounting } from '@millrace/contract/settings'
import type { Topic } from '@millrace/contract/topic'
import type { FastifyRequest } from 'fastify'
import { acceptedLanguages, type Language, languageOf } from '#channels/guest-words.ts'
import { type Database, inTenant } from '#db/database.ts'
import { readUnsubscribeToken, type Subscription } from '#runs/unsubscribe/unsubscribe-url.ts'

/** The guest who has opened a link, as far as the page needs to know them. */
export interface Reader {
  readonly subscription: Subscription
  readonly organisation: string
  readonly language: Language
  /** What the organisation lets its guests choose, named in their language. */
  readonly topics: readonly { readonly id: string; readonly name: string }[]
  /** Whether the organisation counts clicks, so that a guest can object. */
  readonly countsClicks: boolean
  /** undefined for a guest who was deleted. */
  readonly guest: ReaderFacts | undefined
}

export interface ReaderFacts {
  readonly email: string | null
  readonly phone: string | null
  readonly email_consent: boolean
  readonly sms_consent: boolean
  readonly do_not_contact: boolean
  readonly topics_off: readonly string[]
}

interface Parts {
  readonly database: Pick<Database, 'tenant'>
  readonly secrets: { readonly unsubscribe: Buffer }
}

type Request = Pick<FastifyRequest, 'headers'> & { readonly params: { readonly token: string } }

interface Found {
  readonly name: string
  readonly locale: string | null
  readonly topics: readonly Topic[] | null
  readonly counting: LinkCounting | null
  readonly guest: (ReaderFacts & { readonly language: unknown }) | null
}

/** undefined for an address that Millrace did not make. It changes nothing. */
export async function findReader(
  { database, secrets }: Parts,
  request: Request,
): Promise<Reader | undefined> {
  const subscription = readUnsubscribeToken(request.params.token, secrets.unsubscribe)
  if (subscription === undefined) return undefined
  const { organisationId, guestId } = subscription
  const { rows } = await inTenant(database, organisationId, tx =>
    tx.query<Found>(
      `SELECT o.name, o.settings ->> 'locale' AS locale, o.settings -> 'topics' AS topics,
         o.settings ->> 'link_counting' AS counting,
         (SELECT json_build_object('email', g.email, 'phone', g.phone, 'email_consent', g.email_consent,
            'sms_consent', g.sms_consent, 'do_not_contact', g.do_not_contact,
            'topics_off', g.topics_off, 'language', g.attributes -> 'language')
          FROM guests g WHERE g.organisation_id = o.id AND g.id = current_guest(o.id, $2)) AS guest
       FROM organisations o WHERE o.id = $1`,
      [organisationId, guestId],
    ),
  )
  const [found] = rows
  if (found === undefined) return undefined
  const accepted = acceptedLanguages(request.headers['accept-language'])
  const language = languageOf(found.guest?.language, ...accepted, found.locale)
  return {
    subscription,
    organisation: found.name,
    language,
    topics: (found.topics ?? []).map(({ id, name, names }) => ({ id, name: names?.[language] ?? name })),
    countsClicks: (found.counting ?? 'none') !== 'none',
    guest: found.guest ?? undefined,
  }
}

/** For those of whom nothing but their browser is known. */
export const languageOfBrowser = (request: Pick<FastifyRequest, 'headers'>): Language =>
  languageOf(...acceptedLanguages(request.headers['accept-language']))
