import type { Sql } from '#db/sql.ts'

/** A guest who is to be sent a link by which they confirm a consent to e-mail. */
export interface AskedGuest {
  readonly organisationId: string
  readonly id: string
  readonly email: string
  readonly name: string | null
  /** As it is written in the attributes. */
  readonly language: unknown
}

/**
 * Guests whose consent waits for them and who have not been sent a link to the address that they have now. They are claimed for
 * this transaction, and are not found again unless their address changes or a member asks again.
 */
export async function claimAsked(tx: Sql, most: number): Promise<AskedGuest[]> {
  const { rows } = await tx.query<AskedGuest>(
    `WITH due AS (
       SELECT organisation_id, id FROM guests
       WHERE email_asked_at IS NOT NULL AND NOT email_consent AND NOT do_not_contact AND email_key IS NOT NULL
         AND email_asked_for IS DISTINCT FROM email_key
       ORDER BY organisation_id, id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED
     )
     UPDATE guests SET email_asked_for = guests.email_key
     FROM due WHERE guests.organisation_id = due.organisation_id AND guests.id = due.id
     RETURNING guests.organisation_id AS "organisationId", guests.id, guests.email, guests.name,
               guests.attributes -> 'language' AS language`,
    [most],
  )
  return rows
}
