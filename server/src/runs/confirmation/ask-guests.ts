import type { Brand } from '@millrace/contract/brand'
import { languageOf } from '#channels/guest-words.ts'
import type { Sql } from '#db/sql.ts'
import { claimAsked } from '#guests/claim-asked.ts'
import { writeConfirmations } from '#messages/write-confirmations.ts'
import type { ConfirmUrl } from './confirm-url.ts'
import { confirmationMail } from './confirmation-mail.ts'

interface Asking {
  readonly id: string
  readonly name: string
  readonly locale: string | null
  readonly sends: boolean
  readonly brand: Brand | null
}

/**
 * Writes the e-mails to guests whose consent waits for them, each once for an address. Returns how many. The message is there if
 * and only if the guest was claimed, so that nobody is asked twice or forgotten.
 */
export async function askGuests(tx: Sql, confirmUrl: ConfirmUrl, most: number): Promise<number> {
  const guests = await claimAsked(tx, most)
  if (guests.length === 0) return 0
  const { rows } = await tx.query<Asking>(
    `SELECT id, name, settings ->> 'locale' AS locale, nullif(settings -> 'brand', 'null') AS brand,
            coalesce(jsonb_typeof(settings #> '{email,smtp}') = 'object', false) AS sends
     FROM organisations WHERE id = ANY($1)`,
    [[...new Set(guests.map(({ organisationId }) => organisationId))]],
  )
  const organisations = new Map(rows.map(row => [row.id, row]))
  await writeConfirmations(
    tx,
    guests.map(({ organisationId, id, email, name, language }) => {
      const { name: organisation, locale, sends, brand } = organisations.get(organisationId) as Asking
      const facts = { organisation, name, language: languageOf(language, locale), brand }
      const content = confirmationMail(facts, confirmUrl(organisationId, id, email))
      return { organisationId, guestId: id, recipient: email, content, kept: !sends }
    }),
  )
  return guests.length
}
