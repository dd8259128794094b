import { broadcastTimeInWords } from '@millrace/contract/broadcast-in-words'
import {
  dateName,
  hoursAfter,
  type Trigger,
  type TriggerKind,
  triggerKind,
} from '@millrace/contract/workflow'

/** The names of the trigger's box. */
const names: Record<Exclude<TriggerKind, 'segment'>, string> = {
  event: 'When an event arrives',
  date: 'On a guest’s date',
  absence: 'When a guest stays away',
  broadcast: 'Broadcast to a segment',
}

export function triggerName(trigger: Trigger): string {
  const kind = triggerKind(trigger)
  if (kind !== 'segment') return names[kind]
  const leaves = 'segment' in trigger && trigger.segment.on === 'leaves'
  return `When a guest ${leaves ? 'leaves' : 'enters'} a segment`
}

/** What starts it in particular, in a few words. The name of a segment is known where segments are. */
export function startInBrief(trigger: Trigger, segment?: string): string {
  if ('segment' in trigger)
    return `${segment ?? 'A segment'}${trigger.segment.already_in === 'start' ? ', also those in it already' : ''}`
  if ('absence' in trigger) {
    const { days, sources } = trigger.absence
    return `${inDays(days)} without ${sources === undefined ? 'a visit' : `an event from ${sources.join(', ')}`}`
  }
  if ('broadcast' in trigger) return `${segment ?? 'A segment'}, ${broadcastTimeInWords(trigger.broadcast)}`
  if (!('date' in trigger)) return trigger.source ?? 'Events without a source'
  const { days_before, days_after, time } = trigger.date
  const hours = hoursAfter(trigger.date)
  const days = days_before ?? days_after
  const moved =
    hours !== undefined
      ? `${inHours(Math.abs(hours))} ${hours < 0 ? 'before' : 'after'} `
      : days !== undefined
        ? `${inDays(days)} ${days_before ? 'before' : 'after'} `
        : ''
  return `${moved}${dateName(trigger.date)}${hours === undefined ? ` at ${time}` : ''}`
}

const inHours = (hours: number) => `${hours} ${hours === 1 ? 'hour' : 'hours'}`
const inDays = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`
