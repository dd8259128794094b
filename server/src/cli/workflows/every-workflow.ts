import type { Workflow } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { listWorkflows } from '#workflows/list-workflows.ts'

const PAGE = 500

/** All of an organisation's, newest first. */
export async function everyWorkflow(tx: Sql, organisationId: string): Promise<Workflow[]> {
  const all: Workflow[] = []
  for (;;) {
    const page = await listWorkflows(tx, organisationId, { limit: PAGE, after: all.at(-1)?.id })
    all.push(...page)
    if (page.length < PAGE) return all
  }
}
