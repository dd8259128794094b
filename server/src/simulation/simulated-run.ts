import type { Answer } from '@millrace/contract/email-blocks'
import type { WorkflowNode } from '@millrace/contract/node'
import type { SimulatedDelivery } from '@millrace/contract/simulation'
import { begun, completed, isFinal, type RunState } from '#runs/change/state.ts'
import { budgetDay } from '#runs/effects/load-allowances.ts'
import { guestKey } from '#runs/load/load-guests.ts'
import { visitsKey } from '#runs/load/load-visits.ts'
import { afterMove } from '#runs/waits/came-since.ts'
import { type Reaction, reaction } from '#runs/waits/watch.ts'
import { transition } from '#runs/walk/transition.ts'
import { factsOf } from '#runs/walk/walk.ts'
import { effectId } from '#steps/effect-id.ts'
import type { Allowance, Resumption, RunFacts, RunIdentity } from '#steps/step.ts'
import { steps } from '#steps/table.ts'
import { waitedUrl } from '#steps/wait-for-click.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import { guestVisitsFrom } from '#visits/facts-from.ts'
import type { LedgerEntry } from '#visits/ledger.ts'
import type { CompiledVersion } from '#workflows/compile.ts'
import { holds } from '#workflows/condition.ts'
import type { EventFacts, Facts, GuestFacts, StoredEvent, TaskFacts, WebhookFacts } from '#workflows/facts.ts'
import { deliveryFor } from './delivery.ts'
import { closeOpenStep, type Journal, noted, openJournal } from './journal.ts'
import { type PastVisits, pastRunsAt, withVisit } from './past-visits.ts'

export interface RunToSimulate {
  readonly version: CompiledVersion
  readonly organisation: OrganisationFacts
  readonly guest: GuestFacts
  readonly event: EventFacts
  readonly startAt: Date
  readonly run: RunIdentity
  /** When the guest was contacted before, and what is left of the first day's budgets. */
  readonly allowance: Allowance
  readonly visits: PastVisits
  /** The guest's entries in the ledger of visits; those after the run's time are not counted yet. */
  readonly ledger: () => readonly LedgerEntry[]
  /** Whether the budgets are renewed every day; false: there are none. */
  readonly budgets: boolean
  /** By node; messages of other nodes are delivered. */
  readonly deliveries: Readonly<Record<string, SimulatedDelivery>>
  /** The workflows that it may start. Their runs are not simulated. */
  readonly workflows: RunFacts['workflows']
}

/** A run that exists only in memory. The caller advances its clock. */
export interface SimulatedRun {
  readonly journal: Journal
  state(): RunState
  guest(): GuestFacts
  facts(): Facts
  allowance(): Allowance
  now(): Date
  /**
   * Advances the clock until what the run waits for has come. false: it waits for nothing, or has reached the limit of
   * wakes.
   */
  wake(): boolean
  /** Advances the clock to a given time, with everything that is due until then. */
  passUntil(at: Date): void
  /** Receives an event of the guest. */
  hear(event: StoredEvent): Reaction | undefined
  change(changes: Partial<GuestFacts>): void
  /** Someone does the task that a node created. */
  finishTask(nodeId: string, by: string | null): void
  /** The guest follows a link of the e-mail that a node sent; undefined: any link. */
  click(nodeId: string, url: string | undefined): void
  /** The guest answers the question of the e-mail that a node sent. */
  answer(nodeId: string, value: Answer): void
}

/** Quiet hours that never end would hold a run for ever. */
export const MOST_WAKES = 1_000

/**
 * The engine's functions decide everything: `transition` moves the run, `reaction` says what an event does to it. Their
 * results are recorded, and nothing is stored or sent. A delivery takes no time.
 */
export function beginRun(input: RunToSimulate): SimulatedRun {
  const { version, organisation, deliveries } = input
  const journal = openJournal()
  /** The events that have not woken it: an event wakes a run once. */
  const came = new Set<StoredEvent>()
  /** All of them since it started, and the one that moved it last. */
  const all: StoredEvent[] = []
  let movedBy: StoredEvent | undefined
  const tasks = new Map<string, string | null>()
  const clicks = new Map<string, string[]>()
  const answers = new Map<string, Answer>()
  let answered: Record<string, Answer> = {}
  let doneTasks: Record<string, TaskFacts> = {}
  const visits = withVisit(input.visits, input.run.workflowId, input.startAt)
  let { guest, allowance } = input
  let now = input.startAt
  const { points_a_day, sms_a_day } = organisation.settings.budgets
  const isBudgeted = input.budgets && (points_a_day !== null || sms_a_day !== null)
  let day = isBudgeted ? budgetDay(organisation.settings, now) : ''
  let webhooks: Record<string, WebhookFacts> = {}
  let awarded: Record<string, number> = {}
  let state = begun
  let wakes = 0

  function facts(): Facts {
    const memory = {
      webhooks,
      awarded,
      answers: answered,
      tasks: doneTasks,
      ...(movedBy === undefined ? {} : { event: movedBy }),
    }
    const run = { organisationId: '', guestId: guest.id, input: input.event, memory }
    const key = guestKey(run)
    return factsOf(run, version, {
      guests: new Map([[key, guest]]),
      organisations: new Map([['', organisation]]),
      pastRuns: new Map([[key, pastRunsAt(visits, now)]]),
      now,
      ...(version.needs.visits ? { visits: new Map([[visitsKey(run), visitsNow()]]) } : {}),
    }) as Facts
  }

  const visitsNow = () => guestVisitsFrom(input.ledger(), input.event.serials[0], now)

  function walk(first: Resumption | undefined): void {
    let resumption = first
    do {
      renewBudgets()
      const runFacts = {
        facts: facts(),
        now,
        run: input.run,
        settings: organisation.settings,
        allowance,
        came: afterMove(all, movedBy),
        workflows: input.workflows,
        tasks,
        clicks,
        answers,
      }
      const moved = transition(version, { ...state, status: 'running' }, resumption, runFacts, steps)
      ;({ guest, allowance, run: state } = moved)
      for (const { nodeId, effect } of moved.effects) {
        if (effect.type === 'webhook') webhooks = { ...webhooks, [nodeId]: effect.answer }
        if (effect.type === 'awarded') awarded = { ...awarded, [nodeId]: effect.points }
        if (effect.type === 'answered') answered = { ...answered, [effect.email]: effect.answer }
        if (effect.type === 'moved') movedBy = effect.event
        if (effect.type === 'task_done') doneTasks = { ...doneTasks, [effect.task]: effect.done }
      }
      noted(journal, moved, now)
      resumption = deliveryFor(state, deliveries) ?? lookBack()
    } while (resumption !== undefined)
  }

  function renewBudgets(): void {
    if (!isBudgeted) return
    const today = budgetDay(organisation.settings, now)
    if (today !== day) allowance = { ...allowance, left: { points: points_a_day, sms: sms_a_day } }
    day = today
  }

  /** An event between the start of the run and its wait counts. */
  function lookBack(): Resumption | undefined {
    if (state.waitingFor?.type !== 'event') return undefined
    for (const event of came) {
      const reacted = reaction({ kind: 'wait', nodeId: state.nodeId }, version, { ...facts(), event })
      if (reacted?.kind !== 'wake') continue
      came.delete(event)
      return { kind: 'event', index: reacted.index, event }
    }
    return undefined
  }

  function exit(reason: string): void {
    closeOpenStep(journal, now)
    state = completed(state, 'exited', reason)
  }

  const isOver = () => isFinal(state.status)

  function wake(): boolean {
    if (isOver() || state.resumesAt === null || wakes === MOST_WAKES) return false
    wakes += 1
    if (state.resumesAt > now) now = state.resumesAt
    walk({ kind: 'time' })
    return true
  }

  walk(undefined)
  return {
    journal,
    state: () => state,
    guest: () => guest,
    facts,
    allowance: () => allowance,
    now: () => now,
    wake,
    passUntil(at) {
      while (state.resumesAt !== null && state.resumesAt <= at && wake());
      if (at > now) now = at
    },
    hear(event) {
      if (isOver()) return undefined
      const withEvent = { ...facts(), event }
      const { nodeId } = state
      // An event that ends a run ends it even if it would also have woken it.
      const reacted =
        reaction({ kind: 'exit', nodeId }, version, withEvent) ??
        (state.waitingFor?.type === 'event' || state.waitingFor?.type === 'time'
          ? reaction({ kind: 'wait', nodeId }, version, withEvent)
          : undefined)
      all.push(event)
      if (reacted?.kind === 'exit') exit(reacted.reason)
      if (reacted?.kind === 'wake') walk({ kind: 'event', index: reacted.index, event })
      else came.add(event)
      if (reacted?.kind === 'move') walk({ kind: 'moved', event })
      return reacted
    },
    finishTask(nodeId, by) {
      tasks.set(nodeId, by)
      const node = state.nodeId === null ? undefined : version.nodes.get(state.nodeId)
      if (state.waitingFor?.type !== 'task' || node?.type !== 'wait_for_task') return
      if (node.tasks.includes(nodeId)) walk({ kind: 'task', task_id: nodeId })
    },
    click(nodeId, url) {
      // Any link is also one that the run waits for.
      const clicked = url === undefined ? [...version.nodes.values()].flatMap(linksOf(nodeId)) : [url]
      clicks.set(nodeId, [...(clicks.get(nodeId) ?? []), ...clicked])
      const { waitingFor } = state
      if (waitingFor?.type !== 'click' || waitingFor.email_id !== effectId(input.run.id, nodeId)) return
      if (clicked.some(one => one.startsWith(waitingFor.url)))
        walk({ kind: 'click', email_id: waitingFor.email_id })
    },
    answer(nodeId, value) {
      // The first answer counts.
      if (answers.has(nodeId)) return
      answers.set(nodeId, value)
      const { waitingFor } = state
      if (waitingFor?.type === 'answer' && waitingFor.email_id === effectId(input.run.id, nodeId))
        walk({ kind: 'answer', email_id: waitingFor.email_id })
    },
    change(changes) {
      guest = { ...guest, ...changes }
      if (isOver()) return
      const current = facts()
      const left = version.exits.find(({ on, when }) => on === 'guest' && when && holds(when, current))
      if (left !== undefined) exit(left.label ?? 'the guest changed')
    },
  }
}

/** The addresses that waits for this e-mail name. */
const linksOf = (email: string) => (node: WorkflowNode) =>
  node.type === 'wait_for_click' && node.email === email ? [waitedUrl(node)] : []
