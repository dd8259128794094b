import type { BroadcastTrigger, Workflow } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { asIfLive } from '#simulation/read-input.ts'
import type { CompiledWorkflow } from '#workflows/compile.ts'
import { readVersion } from '#workflows/drafts/versions.ts'
import { isReadable } from '#workflows/validation/validate.ts'

/** What would be sent; undefined where the live version is no broadcast. */
export async function readLiveBroadcast(
  sql: Sql,
  organisationId: string,
  { id, name, version }: Pick<Workflow, 'id' | 'name' | 'version'>,
): Promise<{ workflow: CompiledWorkflow; trigger: BroadcastTrigger } | undefined> {
  const stored = version === null ? undefined : await readVersion(sql, organisationId, id, version)
  const definition = stored?.definition
  if (!isReadable(definition) || !('broadcast' in definition.trigger)) return undefined
  return { workflow: asIfLive({ id, name, definition }), trigger: definition.trigger }
}
