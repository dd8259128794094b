import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant, tenantSql } from '#db/database.ts'
import { runSimulations } from '#simulation/run-simulations.ts'
import { publishableDraft } from '#workflows/drafts/publishable-draft.ts'
import { storeVersion } from '#workflows/store-version.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { orConflict } from '../../edge/workflow-refusals.ts'
import { changeWorkflow, requireReach } from '../edge/own-workflow.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.publishDraft, parts => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const workflowId = requireId(request.params.id, 'workflow_not_found')
  const publish = async () => {
    // The draft is checked and simulated on threads: no connection waits for them.
    const sql = tenantSql(parts.database, organisationId)
    await requireWorkflow(sql, organisationId, workflowId)
    await requireReach(sql, request.member, workflowId)
    const { body } = checkedBody(request, dashboard.publishDraft)
    const definition = await publishableDraft(sql, {
      organisationId,
      workflowId,
      actor,
      checks: parts.checks,
      runSimulations: checked => runSimulations(sql, parts, organisationId, workflowId, checked),
      ...body,
    })
    return inTenant(parts.database, organisationId, async tx => {
      const { version } = await changeWorkflow(tx, request.member, workflowId, () =>
        storeVersion(tx, { organisationId, workflowId, actor, definition, ...body }),
      )
      const workflow = await requireWorkflow(tx, organisationId, workflowId)
      return { message: `Version ${version} is live.`, version, workflow }
    })
  }
  return orConflict(request, reply, publish())
})
