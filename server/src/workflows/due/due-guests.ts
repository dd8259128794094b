import { type DailyTrigger, hoursAfter } from '@millrace/contract/workflow'
import { absentGuests } from './absent-guests.ts'
import { datedGuests } from './dated-guests.ts'
import type { DueGuests, DueOn } from './due.ts'
import { timedGuests } from './timed-guests.ts'
import { visitedGuests } from './visited-guests.ts'

export function dueGuests(on: DueOn, trigger: DailyTrigger): DueGuests {
  if ('absence' in trigger) return absentGuests(on, trigger)
  if (trigger.date.fact !== undefined) return visitedGuests(on, trigger, trigger.date.fact)
  return hoursAfter(trigger.date) === undefined ? datedGuests(on, trigger) : timedGuests(on, trigger)
}
