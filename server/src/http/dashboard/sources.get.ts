import { SourceList } from '@millrace/contract/dashboard/sources'
import { listSources } from '#dashboard/sources/list-sources.ts'
import { inTenant } from '#db/database.ts'
import { route } from '../route.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/sources',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'listSources',
    tags: ['Dashboard'],
    summary: 'Who sends events',
    description: 'Busiest first, at most five hundred.',
    response: { 200: SourceList },
  },
  handler:
    ({ database }) =>
    async ({ member: { organisationId } }) =>
      inTenant(database, organisationId, tx => listSources(tx, organisationId)),
})
