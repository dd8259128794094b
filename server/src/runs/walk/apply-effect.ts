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
        guest: {
          ...guest,
          ...fields,
          attributes: { ...set, ...sums(set, added) },
          ...suppressedAfter(guest, fields),
        } as typeof guest,
      }
    }
    case 'webhook':
      return { ...facts, webhooks: { ...facts.webhooks, [nodeId]: effect.answer } }
    case 'task_done':
      return { ...facts, tasks: { ...facts.tasks, [effect.task]: effect.done } }
    case 'answered':
      return { ...facts, answers: { ...facts.answers, [effect.email]: effect.answer } }
    case 'awarded':
      return { ...facts, awarded: { ...facts.awarded, [nodeId]: effect.points } }
    case 'moved':
      return { ...facts, event: effect.event }
    default:
      return facts
  }
}

/** Nothing is known of a new address; it is checked again when the message is delivered. */
function suppressedAfter(
  { suppressed }: Facts['guest'],
  fields: Readonly<Record<string, unknown>>,
): Pick<Facts['guest'], 'suppressed'> {
  if (!suppressed) return {}
  const { email, sms } = suppressed
  return {
    suppressed: {
      ...(email === undefined || 'email' in fields ? {} : { email }),
      ...(sms === undefined || 'phone' in fields ? {} : { sms }),
    },
  }
}
