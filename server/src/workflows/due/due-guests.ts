import type { DailyTrigger } from '@millrace/contract/workflow'
import { absentGuests } from './absent-guests.ts'
import { datedGuests } from './dated-guests.ts'
import type { DueGuests, DueOn } from './due.ts'

export const dueGuests = (on: DueOn, trigger: DailyTrigger): DueGuests =>
  'date' in trigger ? datedGuests(on, trigger) : absentGuests(on, trigger)
