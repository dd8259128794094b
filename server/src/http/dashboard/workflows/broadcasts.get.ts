import { dashboard } from '@millrace/contract/operations/dashboard'
import { listBroadcasts } from '#dashboard/workflows/list-broadcasts.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { requireReach } from '../edge/own-workflow.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.listBroadcasts, ({ database, organisations }) => async ({ member, params }) => {
  const { organisationId } = member
  const id = requireId(params.id, 'workflow_not_found')
  return inTenant(database, organisationId, async tx => {
    await requireWorkflow(tx, organisationId, id)
    await requireReach(tx, member, id)
    return listBroadcasts(tx, organisations, organisationId, id)
  })
})
