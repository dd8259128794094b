import { dashboard } from '@millrace/contract/operations/dashboard'
import { countRuns } from '#dashboard/runs/search-runs.ts'
import { bind } from '../../bind.ts'
import { runsAsked } from '../edge/runs-asked.ts'

/** More are not counted: nobody looks through so many before they decide. */
const MOST = 10_000

export default bind(dashboard.countRuns, () => async ({ member, query, lists }) => {
  const { organisationId } = member
  const asked = runsAsked(member, query)
  return lists.read(organisationId, tx => countRuns(tx, organisationId, asked, MOST))
})
