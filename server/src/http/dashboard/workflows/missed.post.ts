import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { decideMissed } from '#workflows/missed/decide-missed.ts'
import { decidedInWords } from '#workflows/missed/decided-in-words.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { orRefuse } from '../../edge/workflow-refusals.ts'
import { changeWorkflow } from '../edge/own-workflow.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.decideMissedGuests, ({ database }) => async request => {
  const { organisationId, email: actor } = request.member
  const workflowId = requireId(request.params.id, 'workflow_not_found')
  return orRefuse(
    inTenant(database, organisationId, tx =>
      changeWorkflow(tx, request.member, workflowId, async () => {
        const { body } = checkedBody(request, dashboard.decideMissedGuests)
        const decided = await decideMissed(tx, { organisationId, workflowId }, body, actor)
        return { message: decidedInWords(body.decision, decided), decided }
      }),
    ),
  )
})
