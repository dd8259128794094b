import { dashboard } from '@millrace/contract/operations/dashboard'
import { countRuns } from '#dashboard/runs/search-runs.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { runsAsked } from '../edge/runs-asked.ts'

/** More are not counted: nobody looks through so many before they decide. */
const MOST = 10_000

export default bind(dashboard.countRuns, ({ database }) => async ({ member, query }) => {
  const { organisationId } = member
  const asked = runsAsked(member, query)
  return inTenant(database, organisationId, tx => countRuns(tx, organisationId, asked, MOST))
})
