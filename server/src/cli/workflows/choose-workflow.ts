import type { Workflow } from '@millrace/contract/workflow'
import { storedId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { printable } from '../terminal/align.ts'
import { Failure, wrongUsage } from '../terminal/failure.ts'
import { everyWorkflow } from './every-workflow.ts'

/** The workflow with this id or name. */
export async function chooseWorkflow(tx: Sql, organisationId: string, asked: string): Promise<Workflow> {
  const found = await findByIdOrName(tx, organisationId, asked)
  if (found !== undefined) return found
  throw new Failure(`There is no workflow "${asked}". List workflows with: npx millrace workflows list`)
}

export async function findByIdOrName(
  tx: Sql,
  organisationId: string,
  asked: string,
): Promise<Workflow | undefined> {
  const all = await everyWorkflow(tx, organisationId)
  const byId = all.find(({ id }) => id === storedId(asked))
  if (byId !== undefined) return byId
  const [first, ...others] = all.filter(({ name }) => name === asked)
  if (others.length === 0) return first
  const lines = [first as Workflow, ...others].map(({ id, status }) => `\n  ${id}  ${status}`)
  throw wrongUsage(
    `There are several workflows "${printable(asked)}". Choose one by its id:${lines.join('')}`,
  )
}
