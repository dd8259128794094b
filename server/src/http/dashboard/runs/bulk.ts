import type { BulkAnswer, RunInList, runFilter } from '@millrace/contract/dashboard/runs'
import type { Static, TObject } from 'typebox'
import { searchRuns } from '#dashboard/runs/search-runs.ts'
import { inTenant } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import type { ActingMember } from '#members/session.ts'
import { recordAudit } from '#organisations/audit.ts'
import { writeCursor } from '../../edge/cursor.ts'
import { pageRequest } from '../../edge/page.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import type { HttpParts } from '../../parts.ts'
import { runsAsked } from '../edge/runs-asked.ts'

/** Answered within moments; the caller continues with the cursor, sees the progress, and can stop. */
const PORTION = 100
/** Each is a transaction that waits for the disk; more would take the connections of everybody else. */
const AT_ONCE = 4

export interface Bulk {
  /** For the cursor, and for the audit. */
  readonly action: 'runs.retried' | 'runs.cancelled'
  readonly chosen: Static<TObject<typeof runFilter>> & { readonly cursor?: string | undefined }
  /** false: it has become something else meanwhile. */
  act(tx: Sql, run: RunInList): Promise<boolean>
  inWords(done: number): string
}

/**
 * One portion of what is done to all runs of a filter, newest first. Each run has its own transaction: holding
 * several while waiting for a worker that writes one of them could end in a deadlock. The cursor comes by each run once,
 * so that one which fails again at once is not tried for ever.
 */
export async function actOnRuns(parts: HttpParts, member: ActingMember, bulk: Bulk): Promise<BulkAnswer> {
  const { database, secrets } = parts
  const { organisationId, email: actor } = member
  const { action, chosen, act, inWords } = bulk
  const { cursor, ...filter } = chosen
  const asked = runsAsked(member, filter)
  const { after } = pageRequest(parts, action, { cursor })
  const { runs, further } = await inTenant(database, organisationId, async tx => {
    if (asked.workflowId !== undefined) await requireWorkflow(tx, organisationId, asked.workflowId)
    return searchRuns(tx, organisationId, { ...asked, after, limit: PORTION })
  })
  let done = 0
  for (let next = 0; next < runs.length; next += AT_ONCE) {
    const few = runs.slice(next, next + AT_ONCE)
    const acted = await Promise.all(few.map(run => inTenant(database, organisationId, tx => act(tx, run))))
    done += acted.filter(Boolean).length
  }
  if (done > 0) {
    const entry = { actor, action, subject: asked.workflowId ?? 'all', detail: { count: done, ...filter } }
    await inTenant(database, organisationId, tx => recordAudit(tx, organisationId, entry))
  }
  return {
    message: inWords(done),
    done,
    left: runs.length - done,
    cursor: further === undefined ? null : writeCursor(secrets.cursor, action, further),
  }
}
