import type { RunStatus } from '@millrace/contract/run'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { end, points, wait, waitFor, webhook, workflow } from './nodes.ts'

/**
 * What the engine has to do, written again as simply as possible: no database, no queue, no locks. One workflow with
 * everything that can happen to a run: an effect, a message, a wait for an event, a wait that an event moves, exits.
 */
export interface Model {
  status: 'active' | 'paused'
  version: number
  readonly runs: ModelRun[]
  readonly points: number[]
  /** Whether a guest has entered within the limit. */
  readonly entered: boolean[]
}

export interface ModelRun {
  readonly guest: number
  readonly version: number
  /** What the event that started it was about; null: nothing. */
  readonly booking: number | null
  status: RunStatus
  node: string | null
  outcome: 'success' | 'exited' | null
  readonly path: string[]
  /** What woke it, if no step has seen it. */
  woken: 'time' | 'visit' | 'moved' | 'delivered' | 'undelivered' | 'retry' | null
  /** Whether its wait is over by the clock. */
  due: boolean
  /** It listens for the events of its guest: those that end it do so at once. */
  listening: boolean
  /** Visits since it started that have not woken it. */
  visits: number
  /** The guest left while the run was not listening. */
  left: boolean
  message: { status: 'pending' | 'sent' | 'failed' | 'cancelled'; due: boolean; attempts: number } | null
}

/** Attempts of a webhook before its step fails. */
const ROUND = 8

export const document = (source: string, version: number): WorkflowDefinition =>
  workflow(
    source,
    [
      points('first', 'call', version),
      webhook('call', 'https://receiver.example/hook', 'listen'),
      waitFor('listen', { visit: 'came' }, 'late'),
      points('came', 'pause', 1_000),
      points('late', 'pause', 1_000_000),
      { ...wait('pause', 'last'), moves: [{ source: `move ${source}`, match: ['booking'] }] },
      points('last', 'end', 10_000),
      end,
    ],
    {
      exits: [
        { on: 'event', source: `leave ${source}` },
        { on: 'event', source: `cancel ${source}`, match: ['booking'] },
      ],
      trigger: { source, re_entry: { within: { amount: 1, unit: 'hours' }, per: 'guest' } },
    },
  )

export const newModel = (guests: number): Model => ({
  status: 'active',
  version: 1,
  runs: [],
  points: Array(guests).fill(0),
  entered: Array(guests).fill(false),
})

const final: readonly RunStatus[] = ['completed', 'failed', 'cancelled']
export const isOver = (run: ModelRun) => final.includes(run.status)

export function start(model: Model, guest: number, booking: number | null = null): void {
  model.runs.push({
    guest,
    booking,
    version: model.version,
    status: 'queued',
    node: null,
    outcome: null,
    path: [],
    woken: null,
    due: false,
    listening: false,
    visits: 0,
    left: false,
    message: null,
  })
}

export function enter(model: Model, guest: number, booking: number): void {
  if (model.status === 'paused' || model.entered[guest]) return
  model.entered[guest] = true
  start(model, guest, booking)
}

export function visit(model: Model, guest: number): void {
  for (const run of model.runs) {
    if (run.guest !== guest) continue
    if (run.status === 'waiting' && run.node === 'listen') wake(run, 'visit')
    else run.visits += 1
  }
}

/** The wait of this booking's run starts again. */
export function move(model: Model, guest: number, booking: number): void {
  for (const run of model.runs) {
    if (run.guest !== guest || run.booking !== booking) continue
    if (run.status === 'waiting' && run.node === 'pause') wake(run, 'moved')
  }
}

/** Ends the runs of this booking; without one, all of the guest's. */
export function leave(model: Model, guest: number, booking?: number): void {
  for (const run of model.runs) {
    if (run.guest !== guest || (booking !== undefined && run.booking !== booking)) continue
    if (run.listening) exit(run)
    else run.left = true
  }
}

function exit(run: ModelRun): void {
  close(run, 'exited')
  stop(run, 'completed')
  run.outcome = 'exited'
}

export function cancel(run: ModelRun): void {
  if (isOver(run)) return
  close(run, 'cancelled')
  stop(run, 'cancelled')
}

/** The step where it stands has failed. */
function close(run: ModelRun, reason: string): void {
  const open = run.path.at(-1)
  if (open?.endsWith(' waiting')) run.path[run.path.length - 1] = `${run.node} skipped: ${reason}`
}

function stop(run: ModelRun, status: RunStatus): void {
  run.status = status
  run.listening = false
  run.woken = null
  if (run.message?.status === 'pending') run.message.status = 'cancelled'
}

function wake(run: ModelRun, by: NonNullable<ModelRun['woken']>): void {
  run.status = 'running'
  run.woken = by
}

export function retry(run: ModelRun): void {
  if (run.status !== 'failed') return
  wake(run, 'retry')
}

export function wakeDue(model: Model): void {
  for (const run of model.runs) if (run.status === 'waiting' && run.due) wake(run, 'time')
}

export function resumePaused(model: Model): void {
  if (model.status === 'paused') return
  for (const run of model.runs) if (run.status === 'paused') run.status = 'running'
}

/** Due messages are attempted once, all with the same result. */
export function deliver(model: Model, result: 'delivered' | 'refused' | 'passing' | 'abandoned'): void {
  for (const run of model.runs) {
    const { message } = run
    if (message?.status !== 'pending' || !message.due) continue
    message.attempts += 1
    message.due = false
    if (result === 'abandoned') continue
    if (result === 'delivered') {
      message.status = 'sent'
      wake(run, 'delivered')
    } else if (result === 'refused' || message.attempts % ROUND === 0) {
      message.status = 'failed'
      wake(run, 'undelivered')
    }
  }
}

/** Hours let the guests in again; days also end every wait. */
export function jump(model: Model, length: 'hours' | 'days'): void {
  model.entered.fill(false)
  for (const run of model.runs) {
    if (run.message !== null) run.message.due = true
    if (length === 'days' && run.status === 'waiting' && run.node !== 'call') run.due = true
  }
}

/** Walks every run that has work until none has. */
export function work(model: Model): void {
  for (let active = true; active; ) {
    active = false
    for (const run of model.runs) {
      if (run.status !== 'queued' && run.status !== 'running') continue
      active = true
      walk(model, run)
    }
  }
}

function walk(model: Model, run: ModelRun): void {
  if (model.status === 'paused') {
    run.status = 'paused'
    return
  }
  if (run.left && !run.listening) {
    exit(run)
    return
  }
  run.listening = true
  const { woken } = run
  run.woken = null
  const done = (node: string) => {
    if (run.node === node && run.path.length > 0) run.path[run.path.length - 1] = node
    else run.path.push(node)
  }
  const stand = (node: string) => {
    run.node = node
    run.status = 'waiting'
    run.due = false
  }
  switch (run.node) {
    case null:
      done('first')
      give(model, run, run.version)
      run.message = { status: 'pending', due: true, attempts: 0 }
      run.path.push('call waiting')
      stand('call')
      return
    case 'call':
      if (woken === 'retry') {
        const { attempts } = run.message as NonNullable<ModelRun['message']>
        run.message = { status: 'pending', due: true, attempts }
        run.path[run.path.length - 1] = 'call waiting'
        stand('call')
        return
      }
      if (woken === 'undelivered') {
        run.path[run.path.length - 1] = 'call failed'
        stop(run, 'failed')
        return
      }
      done('call')
      run.path.push('listen waiting')
      stand('listen')
      if (run.visits > 0) {
        run.visits -= 1
        wake(run, 'visit')
      }
      return
    case 'listen':
      done('listen')
      give(model, run, woken === 'visit' ? 1_000 : 1_000_000)
      run.path.push(woken === 'visit' ? 'came' : 'late', 'pause waiting')
      stand('pause')
      return
    default:
      if (woken === 'moved') {
        stand('pause')
        return
      }
      done('pause')
      give(model, run, 10_000)
      run.path.push('last', 'end')
      run.node = 'end'
      run.outcome = 'success'
      stop(run, 'completed')
  }
}

function give(model: Model, run: ModelRun, amount: number): void {
  model.points[run.guest] = (model.points[run.guest] as number) + amount
}

/** The visible state, for comparison with what the engine shows. */
export function picture(model: Model) {
  return {
    points: model.points,
    runs: model.runs.map(run => ({
      status: model.status === 'paused' && !isOver(run) ? 'paused' : run.status,
      outcome: run.outcome,
      version: run.version,
      node: run.node,
      path: run.path,
      message: run.message?.status ?? null,
    })),
  }
}
