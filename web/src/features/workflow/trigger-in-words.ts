import { type Trigger, type TriggerKind, triggerKind } from '@millrace/contract/workflow'

/** The names of the trigger's box. */
const names: Record<TriggerKind, string> = {
  event: 'When an event arrives',
  date: 'On a guest’s date',
  absence: 'When a guest stays away',
}

export const triggerName = (trigger: Trigger): string => names[triggerKind(trigger)]

/** What starts it in particular, in a few words. */
export function startInBrief(trigger: Trigger): string {
  if ('absence' in trigger) return `${inDays(trigger.absence.days)} without a visit`
  if (!('date' in trigger)) return trigger.source ?? 'Events without a source'
  const { attribute, days_before, days_after, time } = trigger.date
  const days = days_before ?? days_after
  const moved = days === undefined ? '' : `${inDays(days)} ${days_before ? 'before' : 'after'} `
  return `${moved}${attribute} at ${time}`
}

const inDays = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`
