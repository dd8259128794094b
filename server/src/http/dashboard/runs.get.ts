import { PageQuery } from '@millrace/contract/common'
import { RunPage, runFilter } from '@millrace/contract/dashboard/runs'
import { Type } from 'typebox'
import { searchRuns } from '#dashboard/runs/search-runs.ts'
import { inTenant } from '#db/database.ts'
import { writeCursor } from '../edge/cursor.ts'
import { pageRequest } from '../edge/page.ts'
import { route } from '../route.ts'
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
    description:
      'Newest first. A page may have fewer runs than the limit, or none, and a next page all the same: what no index finds is looked for in the newest twenty thousand, and further back on the next page.',
    querystring: Type.Object({ ...PageQuery, ...runFilter }),
    response: { 200: RunPage },
  },
  handler: parts => async request => {
    const { organisationId } = request.member
    const asked = runsAsked(request.member, request.query)
    const page = pageRequest(parts, 'runs', request.query)
    const { runs, further } = await inTenant(parts.database, organisationId, tx =>
      searchRuns(tx, organisationId, { ...asked, ...page }),
    )
    if (further === undefined) return { data: runs, links: { next: null } }
    const next = new URLSearchParams(request.query as Record<string, string>)
    next.set('cursor', writeCursor(parts.secrets.cursor, 'runs', further))
    return { data: runs, links: { next: `/dashboard/api/runs?${next}` } }
  },
})
