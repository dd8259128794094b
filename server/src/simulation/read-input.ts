import type { SimulationScript } from '@millrace/contract/simulation'
import { isScheduled, segmentOf, type WorkflowDefinition } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { type GuestProfile, sendableColumns } from '#guests/guest-profile.ts'
import type { GuestKey } from '#runs/load/load-guests.ts'
import { readClock } from '#runs/load/read-clock.ts'
import type { UnsubscribeUrl } from '#runs/unsubscribe/unsubscribe-url.ts'
import type { TargetWorkflow } from '#steps/step.ts'
import type { OrganisationFacts, OrganisationFactsCache } from '#venues/organisation-facts.ts'
import type { LedgerEntry } from '#visits/ledger.ts'
import { loadLedger } from '#visits/load-ledger.ts'
import { type CompiledWorkflow, compileVersion } from '#workflows/compile.ts'
import type { EventFacts } from '#workflows/facts.ts'
import { SimulationRefused } from './errors.ts'
import { eventOf, guestOf, NOBODY } from './invented.ts'
import { noVisits } from './past-visits.ts'
import { allBudgets, readEntered, readLately, readVisits } from './read-history.ts'
import type { SimulationInput } from './simulate.ts'

export interface SimulationParts {
  readonly organisations: OrganisationFactsCache
  readonly unsubscribeUrl: UnsubscribeUrl
}

export interface SimulationRequest {
  readonly organisationId: string
  readonly workflow: { readonly id: string; readonly name: string; readonly definition: WorkflowDefinition }
  readonly script: SimulationScript
  /** The message is sent to someone who tests it. */
  readonly test?: MessageTester
}

/** Who gets a message in place of the guest that it is written for. */
export interface MessageTester {
  readonly email: string
  readonly phone: string | null
  /** In which the message is written, where it is a translation. */
  readonly language?: string | undefined
}

/** Steps are stored by the month in a run's id; this run is not stored. */
const RUN_ID = '00000000-0000-7000-8000-000000000001'

/** A document as if it were live. */
export const asIfLive = ({ id, name, definition }: SimulationRequest['workflow']): CompiledWorkflow => ({
  ...compileVersion(id, name, 0, definition),
  status: 'active',
})

/**
 * What a script means in this organisation now. A known guest comes with their history: earlier runs, visits, messages
 * sent to them, when they last entered. An invented guest has none. Throws SimulationRefused.
 */
export async function readInput(
  tx: Sql,
  { organisations, unsubscribeUrl }: SimulationParts,
  { organisationId, workflow: document, script, test }: SimulationRequest,
): Promise<SimulationInput> {
  const workflow = asIfLive(document)
  const [clock, found] = await Promise.all([readClock(tx), organisations.find(tx, [organisationId])])
  const organisation = found.get(organisationId) as OrganisationFacts
  const startAt = script.start_at === undefined ? clock : new Date(script.start_at)
  const known = 'known' in script.guest
  const [person, event] = [
    'known' in script.guest
      ? await readGuest(tx, organisationId, script.guest.known.toLowerCase())
      : guestOf(script.guest.invented),
    await readEvent(tx, organisationId, script.event),
  ]
  const guest = test === undefined ? person : testedBy(person, test)
  const who = { organisationId, guestId: guest.id }
  const segmentId = segmentOf(workflow.trigger)?.id
  const asked = [...new Set([...workflow.needs.pastRuns, ...workflow.needs.pastRunsAtTrigger])]
  return {
    workflow,
    organisation,
    guest,
    event,
    startAt,
    isInvented: !known,
    segmentName: segmentId === undefined ? undefined : await readSegmentName(tx, organisationId, segmentId),
    run: {
      id: RUN_ID,
      workflowId: workflow.id,
      chain: 0,
      // A member who tests a message must not unsubscribe the guest by it.
      unsubscribeUrl: channel =>
        unsubscribeUrl(organisationId, test === undefined ? guest.id : NOBODY, channel),
    },
    allowance:
      known && test === undefined
        ? await readLately(tx, who, organisation.settings, startAt)
        : allBudgets(organisation.settings),
    visits: known ? await readVisits(tx, who, asked) : noVisits,
    ledger: known && readsFacts(workflow) ? await readLedger(tx, who, script.event) : [],
    entered: known ? await readEntered(tx, who, workflow.id) : new Map(),
    deliveries: script.deliveries ?? {},
    happenings: script.happenings ?? [],
    workflows: await readTargets(tx, organisationId, workflow.needs.starts),
  }
}

/** The guest as they are, except for where a message goes and whether it may: the member who tests it has asked for it. */
const testedBy = (guest: GuestProfile, { email, phone, language }: MessageTester): GuestProfile => ({
  ...guest,
  email,
  phone,
  email_consent: true,
  sms_consent: true,
  do_not_contact: false,
  topics_off: [],
  suppressed: null,
  attributes: language === undefined ? guest.attributes : { ...guest.attributes, language },
})

export const readsFacts = ({ needs, trigger }: CompiledWorkflow) =>
  needs.visits ||
  needs.visitsAtTrigger ||
  'absence' in trigger ||
  ('date' in trigger && trigger.date.fact !== undefined) ||
  (isScheduled(trigger) && trigger.venues !== undefined) ||
  ('broadcast' in trigger && trigger.broadcast.clock === 'venue')

/** Without the entry of the event that comes now, if it is a stored one. */
async function readLedger(
  tx: Sql,
  { organisationId, guestId }: GuestKey,
  event: SimulationScript['event'],
): Promise<LedgerEntry[]> {
  const entries = (await loadLedger(tx, organisationId, [guestId])).get(guestId) ?? []
  const stored = event !== null && 'stored' in event ? event.stored.toLowerCase() : undefined
  return entries.filter(({ eventId }) => eventId !== stored)
}

async function readTargets(
  tx: Sql,
  organisationId: string,
  ids: readonly string[],
): Promise<Map<string, TargetWorkflow & { name: string }>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query<TargetWorkflow & { id: string; name: string }>(
    'SELECT id, name, status, version FROM workflows WHERE organisation_id = $1 AND id = ANY($2)',
    [organisationId, ids],
  )
  return new Map(rows.map(({ id, ...target }) => [id, target]))
}

async function readSegmentName(tx: Sql, organisationId: string, id: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string }>(
    'SELECT name FROM segments WHERE organisation_id = $1 AND id = $2',
    [organisationId, id],
  )
  return rows[0]?.name
}

async function readGuest(tx: Sql, organisationId: string, id: string): Promise<GuestProfile> {
  const { rows } = await tx.query<GuestProfile>(
    `SELECT ${sendableColumns} FROM guests g WHERE g.organisation_id = $1 AND g.id = current_guest($1, $2)`,
    [organisationId, id],
  )
  if (rows[0] === undefined) throw new SimulationRefused(`There is no guest ${id}.`)
  return rows[0]
}

async function readEvent(
  tx: Sql,
  organisationId: string,
  event: SimulationScript['event'],
): Promise<EventFacts | 'occasion' | null> {
  if (event === null) return null
  if ('occasion' in event) return 'occasion'
  if ('written' in event) return eventOf(event.written)
  const id = event.stored.toLowerCase()
  const { rows } = await tx.query<EventFacts>(
    'SELECT source, serials, parameters FROM events WHERE organisation_id = $1 AND id = $2',
    [organisationId, id],
  )
  if (rows[0] === undefined) throw new SimulationRefused(`There is no event ${id}.`)
  return rows[0]
}
