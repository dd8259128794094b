import { dashboard } from '@millrace/contract/operations/dashboard'
import { seenBy } from '#dashboard/shown-definition.ts'
import { readPublication } from '#dashboard/workflows/read-workflow.ts'
import { tenantSql } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { orRefuse } from '../../edge/workflow-refusals.ts'
import { requireReach } from '../edge/own-workflow.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.readPublication, parts => {
  const { checks } = parts
  return async ({ member, params }) => {
    const { organisationId, role } = member
    const id = requireId(params.id, 'workflow_not_found')
    const sql = tenantSql(parts.database, organisationId)
    await requireWorkflow(sql, organisationId, id)
    await requireReach(sql, member, id)
    return orRefuse(readPublication(sql, organisationId, id, checks, seenBy(role)))
  }
})
