import type { RunInList } from '@millrace/contract/dashboard/runs'
import { findVisibleRun } from '#dashboard/runs/find-visible-run.ts'
import type { Sql } from '#db/sql.ts'
import type { ActingMember } from '#members/session.ts'
import { Refusal } from '../../refusal.ts'

export async function requireRun(
  tx: Sql,
  { organisationId, serials }: Pick<ActingMember, 'organisationId' | 'serials'>,
  id: string,
): Promise<RunInList> {
  const run = await findVisibleRun(tx, organisationId, id, serials)
  if (run === undefined) throw new Refusal('run_not_found', { message: 'There is no run with this id.' })
  return run
}
