import type { Workflow } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { findWorkflow } from '#workflows/find-workflow.ts'
import { Refusal } from '../refusal.ts'

/** Asked before the body is read: another organisation's workflow must not reveal what is wrong with a request. */
export async function requireWorkflow(tx: Sql, organisationId: string, id: string): Promise<Workflow> {
  const workflow = await findWorkflow(tx, organisationId, id)
  if (workflow === undefined) throw new Refusal('workflow_not_found')
  return workflow
}
