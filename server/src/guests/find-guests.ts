import type { Sql } from '#db/sql.ts'

/** What conditions may ask of a guest. */
export interface GuestProfile {
  id: string
  name: string | null
  email: string | null
  phone: string | null
  email_consent: boolean
  sms_consent: boolean
  do_not_contact: boolean
  tags: string[]
  points: number
  attributes: Record<string, string | number | boolean | null>
}

export async function findGuests(
  tx: Sql,
  organisationId: string,
  ids: string[],
): Promise<Map<string, GuestProfile>> {
  const { rows } = await tx.query<GuestProfile>(
    `SELECT id, name, email, phone, email_consent, sms_consent, do_not_contact, tags, points, attributes
     FROM guests WHERE organisation_id = $1 AND id = ANY($2)`,
    [organisationId, ids],
  )
  return new Map(rows.map(row => [row.id, row]))
}
