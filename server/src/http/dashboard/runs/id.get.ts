import { dashboard } from '@millrace/contract/operations/dashboard'
import { inspectRun } from '#dashboard/runs/inspect-run.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { requireId } from '../edge/require-id.ts'
import { requireRun } from '../edge/require-run.ts'

export default bind(dashboard.inspectRun, ({ database }) => async ({ member, params }) => {
  const id = requireId(params.id, 'run_not_found')
  return inTenant(database, member.organisationId, async tx =>
    inspectRun(tx, member.organisationId, await requireRun(tx, member, id)),
  )
})
