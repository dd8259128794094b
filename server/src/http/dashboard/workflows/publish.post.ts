import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { runSimulations } from '#simulation/run-simulations.ts'
import { publishDraft } from '#workflows/drafts/publish-draft.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { changeWorkflow } from '../edge/own-workflow.ts'
import { requireId } from '../edge/require-id.ts'
import { requireWorkflow } from '../edge/require-workflow.ts'
import { orConflict } from '../edge/workflow-refusals.ts'

export default bind(dashboard.publishDraft, parts => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const workflowId = requireId(request.params.id, 'workflow_not_found')
  const work = inTenant(parts.database, organisationId, async tx => {
    const { version } = await changeWorkflow(tx, request.member, workflowId, async () => {
      const { body } = checkedBody(request, dashboard.publishDraft)
      return publishDraft(tx, {
        organisationId,
        workflowId,
        actor,
        checks: parts.checks,
        runSimulations: definition => runSimulations(tx, parts, organisationId, workflowId, definition),
        ...body,
      })
    })
    const workflow = await requireWorkflow(tx, organisationId, workflowId)
    return { message: `Version ${version} is live.`, version, workflow }
  })
  return orConflict(request, reply, work)
})
