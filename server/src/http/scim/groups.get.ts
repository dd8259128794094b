import { scim } from '@millrace/contract/operations/scim'
import { listGroups } from '#members/scim/groups.ts'
import { readFilter } from '#members/scim/read-filter.ts'
import { toGroup, toList } from '#members/scim/wire.ts'
import { bindScim } from './bind-scim.ts'

export default bindScim(scim.listScimGroups, async ({ tx, organisationId, base, query }) => {
  const filter = readFilter(query.filter, ['displayName', 'externalId', 'id'])
  const page = await listGroups(tx, organisationId, filter, query.paging)
  return toList(page, query.paging.start, group => toGroup(base, group, !/\bmembers\b/.test(query.excludes)))
})
