import type { Effect } from '#steps/step.ts'
import type { Facts } from '#workflows/facts.ts'
import { sums } from '#workflows/values/sums.ts'

/** Later steps see the effects of earlier ones before any of them is written. */
export function applied(facts: Facts, nodeId: string, effect: Effect): Facts {
  const { guest } = facts
  switch (effect.type) {
    case 'points':
      return { ...facts, guest: { ...guest, points: guest.points + effect.points } }
    case 'tag': {
      const others = guest.tags.filter(tag => tag !== effect.tag)
      return { ...facts, guest: { ...guest, tags: effect.present ? [...others, effect.tag] : others } }
    }
    case 'guest': {
      const { fields, attributes, added } = effect.changes
      const set = { ...guest.attributes, ...attributes }
      return {
        ...facts,
        guest: { ...guest, ...fields, attributes: { ...set, ...sums(set, added) } } as typeof guest,
      }
    }
    case 'webhook':
      return { ...facts, webhooks: { ...facts.webhooks, [nodeId]: effect.answer } }
    case 'task_done':
      return { ...facts, tasks: { ...facts.tasks, [effect.task]: effect.done } }
    case 'moved':
      return { ...facts, event: effect.event }
    default:
      return facts
  }
}
