import type { WholeVersion } from '@millrace/contract/workflow-management'
import type { Sql } from '#db/sql.ts'
import { readVersion } from '#workflows/drafts/versions.ts'
import { Refusal } from '../../refusal.ts'

/** A number that PostgreSQL takes; whatever else stands in the address is no version. */
export function versionNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Refusal('version_not_found')
  return Number(text)
}

export async function requireVersion(
  tx: Sql,
  organisationId: string,
  workflowId: string,
  version: number,
): Promise<WholeVersion> {
  const found = await readVersion(tx, organisationId, workflowId, version)
  if (found === undefined) throw new Refusal('version_not_found')
  return found
}
