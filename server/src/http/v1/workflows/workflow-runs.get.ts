import { v1 } from '@millrace/contract/operations/v1'
import type { RunStatus } from '@millrace/contract/run'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { currentGuest } from '#guests/merge/current-guest.ts'
import { listRuns } from '#runs/read/list-runs.ts'
import { findWorkflow } from '#workflows/find-workflow.ts'
import { bind } from '../../bind.ts'
import { pageAnswer, pageRequest } from '../../edge/page.ts'
import { several } from '../../edge/several.ts'
import { Refusal } from '../../refusal.ts'

export default bind(v1.listWorkflowRuns, parts => async request => {
  const { organisationId } = request.identity
  const workflowId = storedId(request.params.workflowId)
  if (workflowId === undefined) throw new Refusal('workflow_not_found')
  const list = `runs ${workflowId}`
  const asked = request.query.org_reg_id
  const page = pageRequest(parts, list, request.query)
  const rows = await inTenant(parts.database, organisationId, async tx => {
    if ((await findWorkflow(tx, organisationId, workflowId)) === undefined) return undefined
    return listRuns(tx, organisationId, {
      workflowId,
      statuses: several<RunStatus>(request.query.status),
      guestId: asked && (await currentGuest(tx, organisationId, asked.toLowerCase())),
      at: request.identity.serials,
      after: page.after,
      limit: page.limit + 1,
    })
  })
  if (rows === undefined) throw new Refusal('workflow_not_found')
  const path = `/v1/workflows/${workflowId}/workflow-runs`
  return pageAnswer(parts, { list, page, path, query: request.query }, rows, run => run.id)
})
