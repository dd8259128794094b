import { sourceOf, type WorkflowStatus } from '@millrace/contract/workflow'
import type { Database } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { type RoutedEvent, routeEvents } from '#events/route-events.ts'
import type { Queue } from '#queue/queue.ts'
import { loadPastRuns } from '#runs/load/load-past-runs.ts'
import { readClock } from '#runs/load/read-clock.ts'
import type { OrganisationFacts, OrganisationFactsCache } from '#venues/organisation-facts.ts'
import { guestVisitsAt } from '#visits/facts-from.ts'
import { loadLedger } from '#visits/load-ledger.ts'
import type { Catalogue } from '#workflows/catalogue.ts'
import type { CompiledWorkflow } from '#workflows/compile.ts'
import { statusInWords, WorkflowNotFound } from '#workflows/errors.ts'
import { listeningWorkflows } from '#workflows/listening.ts'
import { JobRefused } from '../errors.ts'
import { loadProfiles } from '../load-profiles.ts'
import type { UnroutedEvent } from './unrouted-events.ts'

export interface ReplayParts {
  readonly database: Pick<Database, 'engine'>
  readonly catalogue: Catalogue
  readonly organisations: OrganisationFactsCache
  readonly queue: Pick<Queue, 'enqueue'>
}

/** The version of a workflow that new runs start on. Throws WorkflowNotFound, JobRefused. */
export async function activeWorkflow(
  tx: Sql,
  catalogue: Catalogue,
  organisationId: string,
  workflowId: string,
): Promise<CompiledWorkflow> {
  const { rows } = await tx.query<{ revision: number; status: WorkflowStatus }>(
    `SELECT o.workflow_revision AS revision, w.status
     FROM workflows w JOIN organisations o ON o.id = w.organisation_id
     WHERE w.organisation_id = $1 AND w.id = $2`,
    [organisationId, workflowId],
  )
  const found = rows[0]
  if (found === undefined) throw new WorkflowNotFound(workflowId)
  if (found.status !== 'active')
    throw new JobRefused(`The workflow is ${statusInWords(found.status)}; only an active one takes guests.`)
  const { byId } = await catalogue.listening(tx, organisationId, found.revision)
  const workflow = byId.get(workflowId)
  if (workflow === undefined)
    throw new JobRefused('The published version of the workflow is not readable for this release.')
  if (sourceOf(workflow.trigger) === undefined)
    throw new JobRefused('The clock starts this workflow, so there are no events to replay into it.')
  return workflow
}

/**
 * Routes stored events to one workflow, as if they came in now, but with the facts about visits that each found when it
 * happened: otherwise the first of three bills would be the third visit. Events whose guest no longer exists are left
 * out.
 */
export async function consider(
  tx: Sql,
  { organisations }: Pick<ReplayParts, 'organisations'>,
  organisationId: string,
  workflow: CompiledWorkflow,
  events: readonly UnroutedEvent[],
): Promise<RoutedEvent[]> {
  const ids = events.map(({ guestId }) => guestId)
  const asked = workflow.needs.pastRunsAtTrigger
  const [guests, found, now, pastRuns, ledgers] = await Promise.all([
    loadProfiles(tx, organisationId, ids),
    organisations.find(tx, [organisationId]),
    readClock(tx),
    loadPastRuns(tx, asked.length === 0 ? [] : ids.map(guestId => ({ organisationId, guestId })), asked),
    workflow.needs.visitsAtTrigger ? loadLedger(tx, organisationId, ids) : undefined,
  ])
  const facts = {
    listening: listeningWorkflows([workflow]),
    organisation: found.get(organisationId) as OrganisationFacts,
    guests,
    pastRuns,
  }
  const asIncoming = events.map(({ id, guestId, source, serials, parameters }) => ({
    organisationId,
    keyId: null,
    guestId,
    event: { source, serials, parameters },
    warnings: [],
    eventId: id,
  }))
  if (ledgers === undefined) return routeEvents(organisationId, asIncoming, facts, now)
  const visits = events.map((event, index) => {
    const found = guestVisitsAt(ledgers.get(event.guestId) ?? [], event, event.occurredAt)
    return [asIncoming[index] as (typeof asIncoming)[number], found] as const
  })
  return routeEvents(organisationId, asIncoming, facts, now, { recorded: new Map(), facts: new Map(visits) })
}
