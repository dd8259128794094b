import { dashboard } from '@millrace/contract/operations/dashboard'
import { countRows } from '#dashboard/lists/count-rows.ts'
import { listsOn } from '#db/replica/lists.ts'
import { suppressionsStatement } from '#suppressions/list-suppressions.ts'
import { bind } from '../../bind.ts'

export default bind(
  dashboard.countSuppressions,
  ({ database }) =>
    async ({ member: { organisationId }, query: { text, channel, reason, lifted } }) =>
      countRows(listsOn(database), organisationId, limit =>
        suppressionsStatement(organisationId, { text, channel, reason, lifted }, { limit }),
      ),
)
