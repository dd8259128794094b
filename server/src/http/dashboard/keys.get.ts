import { ApiKeyList } from '@millrace/contract/member'
import { listKeys } from '#access/keys.ts'
import { inTenant } from '#db/database.ts'
import { route } from '../route.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/keys',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'listKeys',
    tags: ['Dashboard'],
    summary: 'List the API keys, without their secrets',
    response: { 200: ApiKeyList },
  },
  handler:
    ({ database }) =>
    async ({ member: { organisationId } }) => {
      const keys = await inTenant(database, organisationId, tx => listKeys(tx, organisationId))
      const data = keys.map(key => ({
        ...key,
        created_at: key.created_at.toISOString(),
        last_used_at: key.last_used_at?.toISOString() ?? null,
        revoked_at: key.revoked_at?.toISOString() ?? null,
      }))
      return { data }
    },
})
