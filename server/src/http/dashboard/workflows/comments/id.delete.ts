import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { deleteComment } from '#workflows/comments/comments.ts'
import { bind } from '../../../bind.ts'
import { Refusal } from '../../../refusal.ts'
import { changeWorkflow } from '../../edge/own-workflow.ts'
import { requireId } from '../../edge/require-id.ts'
import { requireComment } from './require-comment.ts'

export default bind(dashboard.deleteComment, ({ database }) => async ({ member, params }) => {
  const { organisationId } = member
  const workflowId = requireId(params.id, 'workflow_not_found')
  const about = { organisationId, workflowId, member }
  await inTenant(database, organisationId, tx =>
    changeWorkflow(tx, member, workflowId, async () => {
      const { id, own } = await requireComment(tx, about, params.commentId)
      if (!own && member.role !== 'owner') throw new Refusal('role_needed')
      await deleteComment(tx, about, id)
    }),
  )
  return { message: 'Comment deleted.' }
})
