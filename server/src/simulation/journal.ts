import type {
  SimulatedMessage,
  SimulatedPoints,
  SimulatedStep,
  SimulatedTask,
} from '@millrace/contract/simulation'
import type { NodeEffect, Transition } from '#runs/walk/transition.ts'

export type JournalStep = Omit<SimulatedStep, 'sentence'>

/** What a run would have written to the database. */
export interface Journal {
  readonly steps: JournalStep[]
  readonly messages: SimulatedMessage[]
  readonly tasks: SimulatedTask[]
  readonly points: SimulatedPoints[]
}

export const openJournal = (): Journal => ({ steps: [], messages: [], tasks: [], points: [] })

export function noted(journal: Journal, { steps, effects }: Transition, now: Date): void {
  const at = now.toISOString()
  for (const { position, nodeId, type, status, detail, resumed } of steps) {
    const before = resumed ? journal.steps[position] : undefined
    journal.steps[position] = {
      position,
      node_id: nodeId,
      type: before?.type ?? type,
      status,
      detail: { ...before?.detail, ...detail },
      started_at: before?.started_at ?? at,
      finished_at: status === 'waiting' ? null : at,
    }
  }
  for (const effect of effects) noteEffect(journal, effect, at)
}

function noteEffect(journal: Journal, { nodeId, effect }: NodeEffect, at: string): void {
  const made = { node_id: nodeId, at }
  if (effect.type === 'points') {
    journal.points.push({ ...made, points: effect.points, reason: effect.reason })
  } else if (effect.type === 'message') {
    const { channel, recipient, content, forStaff } = effect.message
    const message = { ...made, channel, recipient, for_staff: forStaff === true, content: { ...content } }
    journal.messages.push(message)
  } else if (effect.type === 'task') {
    const { title, description, assignee, serial, dueAt } = effect.task
    const due_at = dueAt?.toISOString() ?? null
    journal.tasks.push({ ...made, title, description, assignee, serial, due_at })
  }
}

/** The run ended while it was waiting there. */
export function closeOpenStep({ steps }: Journal, now: Date): void {
  const open = steps.at(-1)
  if (open?.status !== 'waiting') return
  const detail = { ...open.detail, reason: 'exited' }
  steps[steps.length - 1] = { ...open, status: 'skipped', detail, finished_at: now.toISOString() }
}
