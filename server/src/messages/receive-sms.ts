import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'

/** What someone wrote by SMS. */
export interface ReceivedSms {
  readonly organisationId: string
  /** As the provider names it; null: it says no id, and repetitions are not noticed. */
  readonly providerId: string | null
  /** In E.164. */
  readonly sender: string
  readonly body: string
  readonly wish: 'stop' | 'start' | 'help' | null
}

export interface StoredSms {
  readonly id: string
  /** Whose number it is: of several guests the one who got an SMS last. null: nobody's. */
  readonly guest: { readonly id: string; readonly name: string | null } | null
  /** How many the number sent within the last hour, with this one. */
  readonly inAnHour: number
}

/** Longer than every SMS: a message of ten parts has 1,530 letters. */
const LONGEST = 2_000

/** Stores it, once: undefined where the provider has passed it on before. */
export async function receiveSms(tx: Sql, sms: ReceivedSms): Promise<StoredSms | undefined> {
  const { organisationId, providerId, sender, body, wish } = sms
  const { rows: found } = await tx.query<{ id: string; name: string | null; serial: string | null }>(FIND, [
    organisationId,
    sender,
  ])
  const [guest] = found
  const id = newId()
  const { rowCount } = await tx.query(
    `INSERT INTO sms_received (organisation_id, id, provider_id, guest_id, serial, sender, body, wish)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (organisation_id, provider_id) DO NOTHING`,
    [organisationId, id, providerId, guest?.id ?? null, guest?.serial ?? null, sender, storable(body), wish],
  )
  if (rowCount === 0) return undefined
  const { rows: counted } = await tx.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM sms_received
     WHERE organisation_id = $1 AND sender = $2 AND received_at > now() - interval '1 hour'`,
    [organisationId, sender],
  )
  return {
    id,
    guest: guest === undefined ? null : { id: guest.id, name: guest.name },
    inAnHour: counted[0]?.n ?? 1,
  }
}

/** Of what phones send, the database takes all but the zero character and half letters. */
export const storable = (text: string): string => text.slice(0, LONGEST).replaceAll('\0', '').toWellFormed()

const FIND = `
  SELECT g.id, g.name, last.serial
  FROM guests g LEFT JOIN LATERAL (
    SELECT m.created_at, r.input -> 'serials' ->> 0 AS serial
    FROM messages m LEFT JOIN runs r ON r.organisation_id = m.organisation_id AND r.id = m.run_id
    WHERE m.organisation_id = g.organisation_id AND m.guest_id = g.id AND m.channel = 'sms'
    ORDER BY m.created_at DESC LIMIT 1
  ) AS last ON true
  WHERE g.organisation_id = $1 AND g.phone_key = $2
  ORDER BY last.created_at DESC NULLS LAST, g.id LIMIT 1`
