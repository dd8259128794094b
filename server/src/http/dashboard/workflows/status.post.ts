import type { StatusChange } from '@millrace/contract/dashboard/workflows'
import { dashboard } from '@millrace/contract/operations/dashboard'
import type { StatusRequest } from '@millrace/contract/workflow-management'
import { inTenant } from '#db/database.ts'
import { setWorkflowStatus } from '#workflows/set-workflow-status.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { orRefuse } from '../../edge/workflow-refusals.ts'
import { Refusal } from '../../refusal.ts'
import { changeWorkflow } from '../edge/own-workflow.ts'
import { requireId } from '../edge/require-id.ts'

const messages: Readonly<Record<StatusChange['status'], string>> = {
  active: 'Workflow resumed.',
  paused: 'Workflow paused. Events start no runs.',
  cancelled: 'Workflow archived.',
}

/** What may become of the guests inside, by the status. */
const choices: Readonly<Record<StatusChange['status'], readonly string[]>> = {
  active: [],
  paused: ['hold', 'end'],
  cancelled: ['finish', 'end'],
}

export default bind(dashboard.setWorkflowStatus, ({ database }) => async request => {
  const { organisationId, email: actor } = request.member
  const workflowId = requireId(request.params.id, 'workflow_not_found')
  return orRefuse(
    inTenant(database, organisationId, async tx => {
      const body = await changeWorkflow(tx, request.member, workflowId, async () => {
        const { body: change } = checkedBody(request, dashboard.setWorkflowStatus)
        await setWorkflowStatus(tx, { organisationId, workflowId, actor, ...fitting(change) })
        return change
      })
      const workflow = await requireWorkflow(tx, organisationId, workflowId)
      return { message: messages[body.status], workflow }
    }),
  )
})

function fitting({ status, inside }: StatusChange): StatusRequest {
  if (inside === undefined) return { status }
  if (choices[status].includes(inside)) return { status, inside } as StatusRequest
  const sentence =
    status === 'active' ? 'is only for paused and cancelled' : `must be one of ${choices[status].join(', ')}`
  throw new Refusal('validation_failed', { errors: { inside: [sentence] } })
}
