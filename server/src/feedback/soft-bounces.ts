import { lockSeeds } from '#db/advisory-locks.ts'
import type { Sql } from '#db/sql.ts'

/** A full mailbox has room again, and a server comes back: one soft bounce says little, three in a row say that it stays. */
export const SOFT_BOUNCES = 3
const WITHIN = '30 days'

/** Lets the soft bounces of an organisation see each other: of three at once, the last must find the other two. */
export async function lockSoftBounces(tx: Sql, organisationId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, ${lockSeeds.softBounces}))`, [
    organisationId,
  ])
}

/**
 * Of these addresses, those to which so many different messages bounced softly within the time, with no message delivered
 * since, and since the address was last allowed again.
 */
export async function bouncingAddresses(
  tx: Sql,
  organisationId: string,
  addresses: readonly string[],
): Promise<string[]> {
  if (addresses.length === 0) return []
  const { rows } = await tx.query<{ address: string }>(
    `SELECT a.address FROM unnest($2::text[]) AS a (address), LATERAL (
       SELECT greatest(
         now() - interval '${WITHIN}',
         (SELECT max(received_at) FROM message_reports
          WHERE organisation_id = $1 AND address = a.address AND kind = 'delivered'),
         (SELECT max(lifted_at) FROM suppressions
          WHERE organisation_id = $1 AND channel = 'email' AND address = a.address)) AS since
     ) AS s
     WHERE (SELECT count(*) FROM message_reports
            WHERE organisation_id = $1 AND address = a.address AND kind = 'soft_bounce' AND received_at > s.since) >= $3`,
    [organisationId, addresses, SOFT_BOUNCES],
  )
  return rows.map(({ address }) => address)
}
