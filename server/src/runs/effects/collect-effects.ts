import type { GuestChange } from '#guests/write-guests.ts'
import type { PointsEntry } from '#guests/write-points.ts'
import type { MadeBy } from '#steps/made-by.ts'
import type { NewMessage, NewTask } from '#steps/step.ts'
import { sums } from '#workflows/values/sums.ts'
import { guestKey } from '../load/load-guests.ts'
import type { LoadedRun, RunMemory } from '../load/load-runs.ts'
import type { Walked } from '../walk/walk.ts'

/** All effects of a batch of runs, by the table they are written to. */
export interface Effects {
  readonly points: PointsEntry[]
  readonly guests: GuestChange[]
  readonly messages: MadeBy<NewMessage>[]
  readonly tasks: MadeBy<NewTask>[]
  readonly memories: Map<LoadedRun, RunMemory>
}

export function collectEffects(walked: readonly Walked[]): Effects {
  const guests = new Map<string, GuestChange>()
  const effects = {
    points: [] as PointsEntry[],
    messages: [] as MadeBy<NewMessage>[],
    tasks: [] as MadeBy<NewTask>[],
    memories: new Map<LoadedRun, RunMemory>(),
  }
  for (const { run, result } of walked) {
    for (const { nodeId, effect } of result.effects) {
      switch (effect.type) {
        case 'points': {
          const { points, reason } = effect
          effects.points.push({ run, nodeId, points, reason })
          change(run, before => ({ points: before.points + points }))
          break
        }
        case 'tag':
          change(run, () => ({ tags: result.guest?.tags ?? [] }))
          break
        case 'guest':
          change(run, before => ({ changes: merged(before.changes, effect.changes) }))
          break
        case 'message':
          effects.messages.push({ run, nodeId, thing: effect.message })
          break
        case 'task':
          effects.tasks.push({ run, nodeId, thing: effect.task })
          break
        case 'webhook': {
          const before = effects.memories.get(run) ?? run.memory
          effects.memories.set(run, { ...before, webhooks: { ...before?.webhooks, [nodeId]: effect.answer } })
          break
        }
        case 'task_done': {
          const before = effects.memories.get(run) ?? run.memory
          effects.memories.set(run, { ...before, tasks: { ...before?.tasks, [effect.task]: effect.done } })
          break
        }
        case 'answered': {
          const before = effects.memories.get(run) ?? run.memory
          effects.memories.set(run, {
            ...before,
            answers: { ...before?.answers, [effect.email]: effect.answer },
          })
          break
        }
        case 'awarded': {
          const before = effects.memories.get(run) ?? run.memory
          effects.memories.set(run, { ...before, awarded: { ...before?.awarded, [nodeId]: effect.points } })
          break
        }
        case 'moved':
          effects.memories.set(run, { ...(effects.memories.get(run) ?? run.memory), event: effect.event })
      }
    }
  }
  return { ...effects, guests: [...guests.values()] }

  function change(run: LoadedRun, to: (before: GuestChange) => Partial<GuestChange>): void {
    const key = guestKey(run)
    const { organisationId, guestId } = run
    const before = guests.get(key) ?? { organisationId, guestId, points: 0, tags: null, changes: null }
    guests.set(key, { ...before, ...to(before) })
  }
}

type Changes = NonNullable<GuestChange['changes']>

/** What is added to an attribute counts from where it was last set. */
function merged(before: Changes | null, after: Changes): Changes {
  const since = Object.entries(before?.added ?? {}).filter(([key]) => !Object.hasOwn(after.attributes, key))
  const kept = Object.fromEntries(since)
  return {
    fields: { ...before?.fields, ...after.fields },
    attributes: { ...before?.attributes, ...after.attributes },
    added: { ...kept, ...sums(kept, after.added) },
  }
}
