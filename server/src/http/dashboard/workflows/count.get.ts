import { dashboard } from '@millrace/contract/operations/dashboard'
import { countRows } from '#dashboard/lists/count-rows.ts'
import { workflowIdsStatement } from '#dashboard/workflows/list-workflows.ts'
import { listsOn } from '#db/replica/lists.ts'
import { bind } from '../../bind.ts'

export default bind(
  dashboard.countWorkflows,
  ({ database }) =>
    async ({ member: { organisationId }, query: { status, name, folder, tag } }) =>
      countRows(listsOn(database), organisationId, limit =>
        workflowIdsStatement(organisationId, { status, name, folder, tag }, limit),
      ),
)
