import { RunCount, runFilter } from '@millrace/contract/dashboard/runs'
import { Type } from 'typebox'
import { countRuns } from '#dashboard/runs/search-runs.ts'
import { inTenant } from '#db/database.ts'
import { route } from '../../route.ts'
import { runsAsked } from '../edge/runs-asked.ts'

/** More are not counted: nobody looks through so many before they decide. */
const MOST = 10_000

export default route({
  method: 'GET',
  url: '/dashboard/api/runs/count',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'countRuns',
    tags: ['Dashboard'],
    summary: 'How many runs there are, and of how many guests, by the same filters as the list',
    description:
      'Counted up to ten thousand. By a filter that no index knows, only the newest twenty thousand are looked through.',
    querystring: Type.Object(runFilter),
    response: { 200: RunCount },
  },
  handler:
    ({ database }) =>
    async ({ member, query }) => {
      const { organisationId } = member
      const asked = runsAsked(member, query)
      return inTenant(database, organisationId, tx => countRuns(tx, organisationId, asked, MOST))
    },
})
