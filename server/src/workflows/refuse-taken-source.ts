import type { Sql } from '#db/sql.ts'
import { SourceTaken } from './errors.ts'
import type { Fault } from './validation/fault.ts'

interface Directed {
  readonly source: string | null
  readonly listener?: boolean
}

/**
 * Throws SourceTaken when the events of the source are directed to another active workflow. Any number may listen. Call
 * it under the lock of lock-workflow.ts.
 */
export async function refuseTakenSource(
  tx: Sql,
  organisationId: string,
  id: string,
  directed: Directed,
): Promise<void> {
  const taken = await takenSource(tx, organisationId, id, directed)
  if (taken !== undefined) throw taken
}

/** The same for a draft, while there is time to choose: also for one that is not finished, whose trigger may be anything. */
export async function takenSourceFaults(
  tx: Sql,
  organisationId: string,
  id: string,
  trigger: unknown,
): Promise<Fault[]> {
  const taken = isDirected(trigger) ? await takenSource(tx, organisationId, id, trigger) : undefined
  return taken === undefined ? [] : [{ path: 'trigger.source', message: taken.message }]
}

function isDirected(trigger: unknown): trigger is Directed {
  if (typeof trigger !== 'object' || trigger === null || !('source' in trigger)) return false
  const { source, listener = false } = trigger as Record<string, unknown>
  return typeof source === 'string' && !source.includes('\0') && typeof listener === 'boolean'
}

async function takenSource(
  tx: Sql,
  organisationId: string,
  id: string,
  { source, listener = false }: Directed,
): Promise<SourceTaken | undefined> {
  if (source === null || listener) return undefined
  const { rows } = await tx.query<{ id: string; name: string }>(
    `SELECT id, name FROM workflows
     WHERE organisation_id = $1 AND source = $2 AND status = 'active' AND NOT listener AND id <> $3`,
    [organisationId, source, id],
  )
  return rows[0] && new SourceTaken(source, rows[0])
}
