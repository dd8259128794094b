import { scim } from '@millrace/contract/operations/scim'
import { findGroup } from '#members/scim/groups.ts'
import { toGroup } from '#members/scim/wire.ts'
import { bindScim } from '../bind-scim.ts'

export default bindScim(scim.readScimGroup, async ({ tx, organisationId, base, id, query }) =>
  toGroup(base, await findGroup(tx, organisationId, id), !/\bmembers\b/.test(query.excludes)),
)
