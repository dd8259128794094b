import type { Workflow } from '@millrace/contract/workflow'
import type { Identity } from '#access/identity.ts'
import { storedId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { Refusal } from '../../refusal.ts'

/** Which workflow the address names. */
export function workflowIn({ workflowId }: { readonly workflowId: string }): string {
  const id = storedId(workflowId)
  if (id === undefined) throw new Refusal('workflow_not_found')
  return id
}

/** What test keys send stays here, and a run that a segment or a clock starts looks like a real one. */
export async function forReal(
  tx: Sql,
  { organisationId, test }: Pick<Identity, 'organisationId' | 'test'>,
  workflowId: string,
): Promise<Workflow> {
  const workflow = await requireWorkflow(tx, organisationId, workflowId)
  if (test)
    throw new Refusal('broadcast_refused', {
      message: 'A test key cannot send or change broadcasts, or decide about guests who were missed.',
    })
  return workflow
}
