import { PageQuery } from '@millrace/contract/common'
import { RunPage, runFilter } from '@millrace/contract/dashboard/runs'
import { Type } from 'typebox'
import { listRuns } from '#dashboard/runs/list-runs.ts'
import { inTenant } from '#db/database.ts'
import { pageRequest } from '../edge/page.ts'
import { route } from '../route.ts'
import { listPage } from './edge/list-page.ts'
import { runsAsked } from './edge/runs-asked.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/runs',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'listRuns',
    tags: ['Dashboard'],
    summary: 'List runs, of all workflows or of one',
    description: 'Newest first.',
    querystring: Type.Object({ ...PageQuery, ...runFilter }),
    response: { 200: RunPage },
  },
  handler: parts => async request => {
    const { organisationId } = request.member
    const asked = runsAsked(request.member, request.query)
    const page = pageRequest(parts, 'runs', request.query)
    const rows = await inTenant(parts.database, organisationId, tx =>
      listRuns(tx, organisationId, { ...asked, after: page.after, limit: page.limit + 1 }),
    )
    const list = { list: 'runs', page, path: '/dashboard/api/runs', query: request.query }
    return listPage(parts, list, rows, run => run.id)
  },
})
