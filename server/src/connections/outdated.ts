import { outdated } from '#db/outdated.ts'
import { deletedConnections } from './delete-connection.ts'
import { deletedDifferences, outdatedDifferences } from './repair/difference-rows.ts'
import { deletedVersions, outdatedVersions } from './versions/outdated-versions.ts'

/** What was read is kept for a month, to be read again by another mapping; what still waits for something, for three. */
const old = `received_at < now() - interval '30 days' AND (state = 'done' OR received_at < now() - interval '90 days')`

/** Of one organisation. */
const LARGEST_BYTES = 1024 ** 3

/**
 * What an organisation keeps beyond this size: the oldest that were read go first. The sizes are in an index, so that no
 * body is read, and only organisations that keep too much are looked at one by one.
 */
export const deliveriesBeyond = (bytes: number): string =>
  outdated(
    'DELETE FROM connection_deliveries',
    'organisation_id, id',
    `state = 'done' AND (organisation_id, id) IN (
       SELECT organisation_id, id FROM (
         SELECT organisation_id, id, sum(bytes) OVER (PARTITION BY organisation_id ORDER BY id DESC) AS kept
         FROM connection_deliveries WHERE state = 'done' AND organisation_id IN (
           SELECT organisation_id FROM connection_deliveries WHERE state = 'done'
           GROUP BY organisation_id HAVING sum(bytes) > ${bytes})) AS read
       WHERE kept > ${bytes})`,
  )

const deleted = deletedConnections([...deletedVersions, ...deletedDifferences])
/** The last of what is deleted of a connection, after what it had. */
export const deletedConnection = deleted.at(-1)

export const outdatedDeliveries = [
  outdated('DELETE FROM connection_deliveries', 'organisation_id, id', old),
  deliveriesBeyond(LARGEST_BYTES),
  outdatedVersions,
  outdatedDifferences,
  ...deleted,
]
