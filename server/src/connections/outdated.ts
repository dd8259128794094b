import { outdated } from '#db/outdated.ts'
import { deletedConnections } from './delete-connection.ts'
import { deletedDifferences, outdatedDifferences } from './repair/difference-rows.ts'
import { deletedVersions, outdatedVersions } from './versions/outdated-versions.ts'

/** What was read is kept for a month, to be read again by another mapping; what still waits for something, for three. */
const old = `received_at < now() - CASE WHEN state = 'done' THEN interval '30 days' ELSE interval '90 days' END`

/** Of one organisation. */
const LARGEST_BYTES = 1024 ** 3

/** What an organisation keeps beyond this size: the oldest that were read go first. */
export const deliveriesBeyond = (bytes: number): string =>
  outdated(
    'DELETE FROM connection_deliveries',
    'organisation_id, id',
    `state = 'done' AND (organisation_id, id) IN (
       SELECT organisation_id, id FROM (
         SELECT organisation_id, id,
                sum(octet_length(body)) OVER (PARTITION BY organisation_id ORDER BY id DESC) AS bytes
         FROM connection_deliveries WHERE state = 'done') AS kept
       WHERE bytes > ${bytes})`,
  )

export const outdatedDeliveries = [
  outdated('DELETE FROM connection_deliveries', 'organisation_id, id', old),
  deliveriesBeyond(LARGEST_BYTES),
  outdatedVersions,
  outdatedDifferences,
  ...deletedConnections([...deletedVersions, ...deletedDifferences]),
]
