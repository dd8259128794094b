import { RunCount, runFilter } from '@millrace/contract/dashboard/runs'
import { Type } from 'typebox'
import { runsStatement } from '#dashboard/runs/list-runs.ts'
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
    description: 'Counted up to ten thousand.',
    querystring: Type.Object(runFilter),
    response: { 200: RunCount },
  },
  handler:
    ({ database }) =>
    async ({ member, query }) => {
      const { organisationId } = member
      const asked = runsAsked(member, query)
      const { sql, values } = runsStatement(organisationId, { ...asked, limit: MOST + 1 })
      const { rows } = await inTenant(database, organisationId, tx =>
        tx.query<{ runs: number; guests: number }>(
          `SELECT count(*) AS runs, count(DISTINCT l.guest_id) AS guests FROM (${sql}) AS l`,
          values,
        ),
      )
      const { runs, guests } = rows[0] as { runs: number; guests: number }
      return { runs: Math.min(runs, MOST), guests: Math.min(guests, MOST), more: runs > MOST }
    },
})
