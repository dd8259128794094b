import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { countMissed, listMissed } from '#workflows/missed/missed-rows.ts'
import { bind } from '../../bind.ts'
import { pageRequest } from '../../edge/page.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { listPage } from '../edge/list-page.ts'
import { requireReach } from '../edge/own-workflow.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.listMissedGuests, parts => async ({ member, params, query }) => {
  const { organisationId } = member
  const workflowId = requireId(params.id, 'workflow_not_found')
  const list = `missed ${workflowId}`
  const page = pageRequest(parts, list, query)
  const place = { organisationId, workflowId }
  const { counts, rows } = await inTenant(parts.database, organisationId, async tx => {
    await requireWorkflow(tx, organisationId, workflowId)
    await requireReach(tx, member, workflowId)
    return {
      counts: await countMissed(tx, place),
      rows: await listMissed(tx, place, { after: page.after, limit: page.limit + 1 }),
    }
  })
  const data = rows.map(row => ({ ...row, due_at: row.due_at.toISOString() }))
  const path = dashboard.listMissedGuests.path.replace(':id', workflowId)
  return { ...counts, ...listPage(parts, { list, page, path, query }, data, ({ id }) => id) }
})
