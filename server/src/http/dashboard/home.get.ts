import { Home, HomeRange } from '@millrace/contract/dashboard/home'
import { Type } from 'typebox'
import { readHome } from '#dashboard/home/read-home.ts'
import { inTenant } from '#db/database.ts'
import { route } from '../route.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/home',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'readHome',
    tags: ['Dashboard'],
    summary: 'What happened lately, and what needs somebody',
    querystring: Type.Object({ range: Type.Optional(HomeRange) }),
    response: { 200: Home },
  },
  handler:
    ({ database }) =>
    async ({ member: { organisationId }, query }) =>
      inTenant(database, organisationId, tx => readHome(tx, organisationId, query.range ?? '24h')),
})
