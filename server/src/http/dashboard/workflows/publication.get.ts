import { dashboard } from '@millrace/contract/operations/dashboard'
import { seenBy } from '#dashboard/shown-definition.ts'
import { readPublication } from '#dashboard/workflows/read-workflow.ts'
import { tenantSql } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { orRefuse } from '../../edge/workflow-refusals.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.readPublication, parts => {
  const { checks } = parts
  return async ({ member: { organisationId, role }, params }) => {
    const id = requireId(params.id, 'workflow_not_found')
    return orRefuse(
      readPublication(tenantSql(parts.database, organisationId), organisationId, id, checks, seenBy(role)),
    )
  }
})
