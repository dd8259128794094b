import type { Workflow } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { type Reach, reachesWorkflow } from '#members/reach.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { Refusal } from '../../refusal.ts'

export async function requireReach(tx: Sql, member: Reach, workflowId: string): Promise<void> {
  if (!(await reachesWorkflow(tx, member, workflowId))) throw new Refusal('own_venues_needed')
}

/**
 * Every change of a workflow goes through here. The member has to reach it before and after: a change that leads to
 * another venue is rolled back, whatever it was made of. What the second look sees is this transaction's own row, so
 * nobody can change it in between.
 */
export async function changeWorkflow<T>(
  tx: Sql,
  member: Reach,
  workflowId: string,
  change: (workflow: Workflow) => Promise<T>,
): Promise<T> {
  const workflow = await requireWorkflow(tx, member.organisationId, workflowId)
  await requireReach(tx, member, workflowId)
  const result = await change(workflow)
  await requireReach(tx, member, workflowId)
  return result
}
