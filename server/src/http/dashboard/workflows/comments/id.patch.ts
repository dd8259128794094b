import type { Comment } from '@millrace/contract/dashboard/comments'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { findComment, resolveComment } from '#workflows/comments/comments.ts'
import { bind } from '../../../bind.ts'
import { checkedBody } from '../../../edge/checked-body.ts'
import { changeWorkflow } from '../../edge/own-workflow.ts'
import { requireId } from '../../edge/require-id.ts'
import { requireComment } from './require-comment.ts'

export default bind(dashboard.changeComment, ({ database }) => async request => {
  const { member, params } = request
  const { organisationId } = member
  const workflowId = requireId(params.id, 'workflow_not_found')
  const about = { organisationId, workflowId, member }
  return inTenant(database, organisationId, tx =>
    changeWorkflow(tx, member, workflowId, async () => {
      const { id } = await requireComment(tx, about, params.commentId)
      const { body } = checkedBody(request, dashboard.changeComment)
      await resolveComment(tx, about, id, body.resolved)
      const comment = (await findComment(tx, about, id)) as Comment
      return { message: body.resolved ? 'Comment resolved.' : 'Comment opened again.', comment }
    }),
  )
})
