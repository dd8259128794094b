import type { WorkflowRun } from '@millrace/contract/run'
import { storedId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { findRun } from '#runs/read/find-run.ts'
import { Failure } from '../terminal/failure.ts'

/** The run with this id. */
export async function findIn(tx: Sql, organisationId: string, asked: string): Promise<WorkflowRun> {
  const id = storedId(asked)
  const run = id === undefined ? undefined : await findRun(tx, organisationId, id)
  if (run !== undefined) return run
  throw new Failure(`There is no run ${asked}. List runs with: npx millrace runs list WORKFLOW`)
}

/** In a word or two, as in a table. */
export const statusInWords = ({ status, outcome }: Pick<WorkflowRun, 'status' | 'outcome'>) =>
  outcome === null ? status : `${status}, ${outcome}`
