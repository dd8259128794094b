import type {
  Happening,
  SimulatedDelivery,
  SimulationResult,
  SimulationVerdict,
} from '@millrace/contract/simulation'
import { momentAfter } from '#calendar/duration.ts'
import { isFinal } from '#runs/change/state.ts'
import type { Allowance, RunIdentity, TargetWorkflow } from '#steps/step.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import { guestVisitsFrom } from '#visits/facts-from.ts'
import { type LedgerEntry, withEvent } from '#visits/ledger.ts'
import type { CompiledWorkflow } from '#workflows/compile.ts'
import type { EventFacts, GuestFacts, StoredEvent } from '#workflows/facts.ts'
import { describeNext } from './describe-next.ts'
import { eventOf } from './invented.ts'
import { openJournal } from './journal.ts'
import { nextOccasion } from './next-occasion.ts'
import { type PastVisits, pastRunsAt } from './past-visits.ts'
import { beginRun, MOST_WAKES, type SimulatedRun } from './simulated-run.ts'
import { stepsInWords } from './steps-in-words.ts'
import { neverDue, verdictOn } from './verdict.ts'
import { toWireRun } from './wire-run.ts'

export interface SimulationInput {
  readonly workflow: CompiledWorkflow
  readonly organisation: OrganisationFacts
  readonly guest: GuestFacts
  /** occasion: the guest is due by the clock. null: started manually, whatever the trigger says. */
  readonly event: EventFacts | 'occasion' | null
  readonly startAt: Date
  /** The guest is made up, and has no history. */
  readonly isInvented?: boolean
  /** The name of the segment that starts it. */
  readonly segmentName?: string | undefined
  readonly run: RunIdentity
  readonly allowance: Allowance
  readonly visits: PastVisits
  /** The guest's entries in the ledger of visits, without that of the event. */
  readonly ledger: readonly LedgerEntry[]
  /** When the guest last entered, by the serial that the re-entry limit counts by. */
  readonly entered: ReadonlyMap<string, Date>
  readonly deliveries: Readonly<Record<string, SimulatedDelivery>>
  readonly happenings: readonly Happening[]
  /** The workflows that it may start. */
  readonly workflows: ReadonlyMap<string, TargetWorkflow & { readonly name: string }>
}

/** Longer than any sensible wait, and within the range of calendar arithmetic. */
const FURTHEST_MS = 100 * 365 * 86_400_000
const byHand: EventFacts = { source: null, serials: [], parameters: {} }

/** What would happen. Pure: it uses the engine's decisions, and stores or sends none of them. */
export function simulate(input: SimulationInput): SimulationResult {
  const { workflow, organisation, happenings } = input
  const entered = new Map(input.entered)
  const heard: SimulationResult['heard'] = []
  const notes: string[] = []
  let { guest, ledger, startAt: clock } = input
  let run: SimulatedRun | undefined

  const now = () => run?.now() ?? clock
  const zone = () => run?.facts().venue?.time_zone ?? organisation.settings.time_zone

  function begin(event: EventFacts): void {
    const { allowance, visits, deliveries } = input
    run = beginRun({
      version: workflow,
      organisation,
      guest,
      event,
      startAt: clock,
      run: input.run,
      allowance,
      visits,
      ledger: () => ledger,
      budgets: true,
      deliveries,
      workflows: input.workflows,
    })
  }

  /** Another run of the same guest is reported, but not simulated. */
  function comeIn(event: EventFacts, isDue = false): SimulationVerdict {
    const limit = workflow.trigger.re_entry
    const serial = limit?.per === 'guest_and_venue' ? (event.serials[0] ?? '') : ''
    const verdict = verdictOn({
      workflow,
      event,
      guest: run?.guest() ?? guest,
      triggerFacts: {
        venues: organisation.venues,
        pastRuns: pastRunsAt(input.visits, now()),
        timeZone: organisation.settings.time_zone,
        now: now(),
        ...(workflow.needs.visitsAtTrigger
          ? { visits: guestVisitsFrom(ledger, event.serials[0], now()) }
          : {}),
      },
      now: now(),
      enteredAt: entered.get(serial) ?? null,
      isDue,
    })
    if (!verdict.entered) return verdict
    entered.set(serial, now())
    if (run === undefined) begin(event)
    return verdict
  }

  /** The clock moves on to when the guest is next due. */
  function comeDue(): SimulationVerdict {
    const due = nextOccasion(input, clock)
    if (due === undefined) return neverDue(workflow.trigger)
    clock = due.at
    if ('segment' in workflow.trigger) {
      const { id, on } = workflow.trigger.segment
      const others = (guest.segments ?? []).filter(segment => segment !== id)
      guest = { ...guest, segments: on === 'enters' ? [...others, id] : others }
      notes.push(`That the guest ${on} the segment is assumed. Its condition is not simulated.`)
    }
    if ('broadcast' in workflow.trigger) {
      const { segment } = workflow.trigger.broadcast
      guest = { ...guest, segments: [...new Set([...(guest.segments ?? []), segment])] }
      notes.push('That the guest is in the segment is assumed. Its condition is not simulated.')
    }
    return comeIn(due.event, true)
  }

  /** As in the engine, before anything reads the facts. */
  function enter(event: StoredEvent): void {
    ledger = withEvent(ledger, organisation.meanings, event, now())
  }

  function hear(event: StoredEvent): void {
    const at = now().toISOString()
    enter(event)
    const hadBegun = run !== undefined
    const reacted = run?.hear(event)
    const starts = comeIn(event)
    const did = reacted && deeds[reacted.kind]
    heard.push({ at, did: did ?? (!hadBegun && starts.entered ? 'started' : 'nothing'), starts })
  }

  function passUntil(at: Date): void {
    if (at < now()) notes.push(`The clock only goes forward: it is past ${at.toISOString()} already.`)
    else if (at.getTime() - input.startAt.getTime() > FURTHEST_MS)
      notes.push('The clock goes a hundred years forward, and no further.')
    else if (run === undefined) clock = at
    else run.passUntil(at)
  }

  function comeFirst(): SimulationVerdict {
    if (input.event === 'occasion') return comeDue()
    if (input.event !== null) {
      enter({ id: happeningId(-1), ...input.event })
      return comeIn(input.event)
    }
    begin(byHand)
    return startedManually
  }

  function passToEnd(): void {
    while (run?.wake() === true);
    if (run?.state().status === 'waiting')
      notes.push(`The run was woken ${MOST_WAKES} times and did not come to an end.`)
  }

  const verdict = comeFirst()
  for (const [index, happening] of happenings.entries()) {
    if ('event' in happening) hear({ id: happeningId(index), ...eventOf(happening.event) })
    else if ('guest' in happening) {
      guest = { ...guest, ...happening.guest }
      run?.change(happening.guest)
    } else if ('task' in happening) run?.finishTask(happening.task, happening.by ?? null)
    else if ('click' in happening) run?.click(happening.click, happening.url)
    else if ('answer' in happening) run?.answer(happening.answer, happening.value)
    else if (happening.advance === 'end') passToEnd()
    else if (happening.advance === 'next') run?.wake()
    else if ('by' in happening.advance) passUntil(momentAfter(now(), zone(), happening.advance.by))
    else passUntil(new Date(happening.advance.to))
  }

  const state = run?.state()
  const journal = run?.journal ?? openJournal()
  return {
    verdict,
    ...journal,
    steps: stepsInWords(journal.steps, input),
    guest: { before: { ...input.guest }, after: { ...(run?.guest() ?? guest) } },
    run: state === undefined ? null : toWireRun(state),
    now: now().toISOString(),
    next:
      state === undefined || isFinal(state.status)
        ? null
        : describeNext(state, workflow, { zone: zone(), locale: organisation.settings.locale }),
    heard,
    notes,
  }
}

const deeds = { wake: 'woke', move: 'moved', exit: 'ended' } as const

const startedManually: SimulationVerdict = {
  entered: true,
  reason: null,
  sentence: 'The workflow is started for the guest, whatever its trigger says.',
  conditions: [],
}

const happeningId = (index: number) => `00000000-0000-7000-8000-${String(index + 1).padStart(12, '0')}`
