import { dashboard } from '@millrace/contract/operations/dashboard'
import { readWorkflow } from '#dashboard/workflows/read-workflow.ts'
import { inTenant } from '#db/database.ts'
import { restoreVersion } from '#workflows/drafts/restore-version.ts'
import { bind } from '../../../bind.ts'
import { checkedBody } from '../../../edge/checked-body.ts'
import { requireId } from '../../edge/require-id.ts'
import { versionNumber } from '../../edge/require-version.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { orConflict } from '../../edge/workflow-refusals.ts'

export default bind(dashboard.restoreVersion, parts => {
  const { checks } = parts
  return async (request, reply) => {
    const { organisationId, email: actor } = request.member
    const workflowId = requireId(request.params.id, 'workflow_not_found')
    const work = inTenant(parts.database, organisationId, async tx => {
      await requireWorkflow(tx, organisationId, workflowId)
      const version = versionNumber(request.params.version)
      const { body } = checkedBody(request, dashboard.restoreVersion)
      await restoreVersion(tx, { organisationId, workflowId, version, actor, revision: body.revision })
      const { draft, faults, sentence } = await readWorkflow(tx, organisationId, workflowId, checks)
      return { message: `Version ${version} is the draft now.`, draft, faults, sentence }
    })
    return orConflict(request, reply, work)
  }
})
