import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { addComment } from '#workflows/comments/comments.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { changeWorkflow } from '../edge/own-workflow.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.addComment, ({ database }) => async (request, reply) => {
  const { member } = request
  const { organisationId } = member
  const workflowId = requireId(request.params.id, 'workflow_not_found')
  const comment = await inTenant(database, organisationId, tx =>
    changeWorkflow(tx, member, workflowId, () => {
      const { body } = checkedBody(request, dashboard.addComment)
      return addComment(tx, { organisationId, workflowId, member }, body)
    }),
  )
  if (comment === undefined) throw new Refusal('too_many_comments')
  reply.code(201)
  return { message: 'Comment added.', comment }
})
