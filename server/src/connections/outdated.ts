import { outdated } from '#db/outdated.ts'
import type { Sql } from '#db/sql.ts'

/** What was read is kept for a month, to be read again by another mapping; what still waits for something, for three. */
const old = `received_at < now() - CASE WHEN state = 'done' THEN interval '30 days' ELSE interval '90 days' END`

/** Of one organisation, by the size of what it keeps: the oldest that were read go first. */
const LARGEST_BYTES = 1024 ** 3
const beyond = `state = 'done' AND (organisation_id, id) IN (
  SELECT organisation_id, id FROM (
    SELECT organisation_id, id,
           sum(octet_length(body)) OVER (PARTITION BY organisation_id ORDER BY id DESC) AS bytes
    FROM connection_deliveries) AS kept
  WHERE bytes > ${LARGEST_BYTES})`

export const outdatedDeliveries = [
  outdated('DELETE FROM connection_deliveries', 'organisation_id, id', old),
  outdated('DELETE FROM connection_deliveries', 'organisation_id, id', beyond),
]

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
