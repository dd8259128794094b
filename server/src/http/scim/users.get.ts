import { scim } from '@millrace/contract/operations/scim'
import { readFilter } from '#members/scim/read-filter.ts'
import { listUsers } from '#members/scim/users.ts'
import { toList, toUser } from '#members/scim/wire.ts'
import { bindScim } from './bind-scim.ts'

export default bindScim(
  scim.listScimUsers,
  async ({ tx, organisationId, base, query: { filter, paging } }) => {
    const page = await listUsers(
      tx,
      organisationId,
      readFilter(filter, ['userName', 'externalId', 'id']),
      paging,
    )
    return toList(page, paging.start, user => toUser(base, user))
  },
)
