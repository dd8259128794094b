import { isRecord } from '../record.ts'
import type { Fault } from './fault.ts'

/** What a schema cannot say about when a broadcast is sent. */
export function broadcastFaults(document: unknown): Fault[] {
  const trigger = isRecord(document) ? document.trigger : undefined
  const rule = isRecord(trigger) ? trigger.broadcast : undefined
  if (!isRecord(rule)) return []
  const { once, every, clock, if_late } = rule
  const faults: Fault[] = []
  const add = (field: string, message: string) => faults.push({ path: `trigger.broadcast.${field}`, message })
  if (once !== undefined && every !== undefined)
    add('every', 'A broadcast is sent once or again and again, not both.')
  if (once === undefined && every === undefined) {
    const message = 'This is only for a broadcast with a time: add "once" or "every", or leave it out.'
    if (clock !== undefined) add('clock', message)
    if (if_late !== undefined) add('if_late', message)
  }
  if (isRecord(every)) {
    const { weekdays, week, month_day } = every
    if (month_day !== undefined && weekdays !== undefined)
      add('every.month_day', 'Choose days of the week or a day of the month, not both.')
    if (week !== undefined && weekdays === undefined)
      add('every.week', 'Choose the days of the week that are meant.')
  }
  return faults
}
