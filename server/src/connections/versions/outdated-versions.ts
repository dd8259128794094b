import { outdated } from '#db/outdated.ts'
import { ofDeleted } from '../of-deleted.ts'

/** Of the mapping of one connection. */
const MOST_VERSIONS = 200

export const outdatedVersions = outdated(
  'DELETE FROM connection_mappings',
  'organisation_id, connection_id, version',
  `version <= (SELECT mapping_version FROM connections c
               WHERE c.organisation_id = connection_mappings.organisation_id AND c.id = connection_id) - ${MOST_VERSIONS}`,
)

export const deletedVersions = [
  outdated('DELETE FROM connection_mappings', 'organisation_id, connection_id, version', ofDeleted),
]
