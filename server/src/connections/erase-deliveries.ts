import { nationalNumber } from '#channels/sms/read-phone.ts'
import type { Sql } from '#db/sql.ts'

/** The deliveries that made events of these guests, with everything in them. That they made events stays known. */
export async function eraseDeliveries(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
  replacement: string,
): Promise<void> {
  await tx.query(
    `DELETE FROM connection_deliveries WHERE organisation_id = $1 AND id IN (
       SELECT delivery_id FROM connection_events WHERE organisation_id = $1 AND guest_id = ANY($2))`,
    [organisationId, guestIds],
  )
  await tx.query(
    'UPDATE connection_events SET guest_id = $3 WHERE organisation_id = $1 AND guest_id = ANY($2)',
    [organisationId, guestIds, replacement],
  )
}

export interface Identifiers {
  readonly email: string | null
  readonly phone: string | null
  readonly external_id: string | null
  /** Everything else that the guest is known by. */
  readonly identifiers?: readonly string[]
}

/** A shorter id is part of too many deliveries about others. */
const SHORTEST = 8

/**
 * The deliveries in which an identifier of the guest is written, whether they made an event or not: one that was held,
 * could not be read, or did not count is about the guest too. Bytes are searched, because a body need not be what it
 * says it is.
 */
export async function eraseMentions(tx: Sql, organisationId: string, guest: Identifiers): Promise<void> {
  const { email, phone, external_id, identifiers = [] } = guest
  const texts = [...new Set([email, phone, external_id, ...identifiers])].filter(text => text !== null)
  const written = texts.filter(text => text.length >= SHORTEST).flatMap(spellings)
  const phones = texts.flatMap(text => phonePattern(text) ?? [])
  if (written.length + phones.length === 0) return
  await tx.query(
    `DELETE FROM connection_deliveries WHERE organisation_id = $1 AND id IN (
       SELECT d.id FROM connection_deliveries d
       CROSS JOIN LATERAL (SELECT lower(encode(d.body, 'escape')) AS body OFFSET 0) AS read
       WHERE d.organisation_id = $1 AND (
         EXISTS (SELECT FROM unnest($2::text[]) AS text
                 WHERE position(lower(encode(convert_to(text, 'UTF8'), 'escape')) IN read.body) > 0)
         OR read.body ~ ANY($3::text[])))`,
    [organisationId, written, phones],
  )
}

/** As it is, in a form, and in JSON that is ASCII only. */
const spellings = (text: string): string[] => [
  ...new Set([
    text,
    encodeURIComponent(text.toWellFormed()),
    text.replaceAll(/[^ -~]|\+/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ]),
]

/** The digits of a phone number after the code of its country, with up to three other characters between two of them. */
function phonePattern(text: string): string | undefined {
  const digits = nationalNumber(text)
  if (digits === undefined || digits.length < SHORTEST - 1) return undefined
  return [...digits].join('[^0-9a-z]{0,3}')
}
