import { broadcastTimeInWords } from '@millrace/contract/broadcast-in-words'
import {
  dateName,
  hoursAfter,
  type Trigger,
  type TriggerKind,
  triggerKind,
} from '@millrace/contract/workflow'
import { plural, t } from '../../language/words.ts'

/** The names of the trigger's box. */
const names: Record<Exclude<TriggerKind, 'segment'>, string> = {
  event: t`When an event arrives`,
  date: t`On a guest’s date`,
  absence: t`When a guest stays away`,
  broadcast: t`Broadcast to a segment`,
}

export function triggerName(trigger: Trigger): string {
  const kind = triggerKind(trigger)
  if (kind !== 'segment') return names[kind]
  const leaves = 'segment' in trigger && trigger.segment.on === 'leaves'
  return leaves ? t`When a guest leaves a segment` : t`When a guest enters a segment`
}

/** What starts it in particular, in a few words. The name of a segment is known where segments are. */
export function startInBrief(trigger: Trigger, segment?: string): string {
  if ('segment' in trigger)
    return `${segment ?? t`A segment`}${trigger.segment.already_in === 'start' ? t`, also those in it already` : ''}`
  if ('absence' in trigger) {
    const { days, sources } = trigger.absence
    return sources === undefined
      ? t`${inDays(days)} without a visit`
      : t`${inDays(days)} without an event from ${sources.join(', ')}`
  }
  if ('broadcast' in trigger) return `${segment ?? t`A segment`}, ${broadcastTimeInWords(trigger.broadcast)}`
  if (!('date' in trigger)) return trigger.source ?? t`Events without a source`
  const { days_before, days_after, time } = trigger.date
  const hours = hoursAfter(trigger.date)
  const days = days_before ?? days_after
  const date = dateName(trigger.date)
  if (hours !== undefined) {
    const length = inHours(Math.abs(hours))
    return hours < 0 ? t`${length} before ${date}` : t`${length} after ${date}`
  }
  if (days === undefined) return t`${date} at ${String(time)}`
  return days_before
    ? t`${inDays(days)} before ${date} at ${String(time)}`
    : t`${inDays(days)} after ${date} at ${String(time)}`
}

/** The whole trigger in about five words, for a list. */
export function triggerInBrief(trigger: Trigger, segment?: string): string {
  const kind = triggerKind(trigger)
  if (kind === 'segment') {
    const name = segment ?? t`a segment`
    const leaves = 'segment' in trigger && trigger.segment.on === 'leaves'
    return leaves ? t`When a guest leaves ${name}` : t`When a guest enters ${name}`
  }
  if (kind !== 'event' || !('source' in trigger)) return startInBrief(trigger, segment)
  if (trigger.source === null) return t`Events without a source`
  return trigger.listener ? t`Also listens to ${trigger.source}` : t`Event from ${trigger.source}`
}

const inHours = (hours: number) => plural(hours, '# hour', '# hours')
const inDays = (days: number) => plural(days, '# day', '# days')
