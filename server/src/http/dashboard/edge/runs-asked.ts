import type { runFilter } from '@millrace/contract/dashboard/runs'
import type { Static, TObject } from 'typebox'
import type { RunsAsked } from '#dashboard/runs/list-runs.ts'
import type { ActingMember } from '#members/session.ts'
import { readTime } from './read-time.ts'

/** Which runs a query asks for, of those that the member sees. */
export function runsAsked(
  { serials }: Pick<ActingMember, 'serials'>,
  query: Static<TObject<typeof runFilter>>,
): RunsAsked {
  return {
    sight: serials,
    workflowId: query.workflow_id?.toLowerCase(),
    status: query.status,
    outcome: query.outcome,
    guestId: query.guest_id?.toLowerCase(),
    node: query.node,
    error: query.error,
    since: readTime('since', query.since),
    until: readTime('until', query.until),
  }
}
