import type { QuietHours } from '@millrace/contract/calendar'

const DAY = 24 * 60
const WEEK = 7 * DAY
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

/** Quiet hours that cover every minute of the week, alone or together, would hold a message for ever. */
export function quietHoursFaults(quiet: readonly QuietHours[]): string[] {
  const isQuiet = new Array<boolean>(WEEK).fill(false)
  for (const { from, to, weekdays = EVERY_DAY } of quiet) {
    const begins = minuteOf(from)
    const length = to > from ? minuteOf(to) - begins : DAY - begins + minuteOf(to)
    for (const weekday of weekdays) {
      const first = (weekday - 1) * DAY + begins
      for (let minute = first; minute < first + length; minute += 1) isQuiet[minute % WEEK] = true
    }
  }
  return isQuiet.includes(false) ? [] : [NO_GAP]
}

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const NO_GAP =
  'Together these leave no minute of the week out, so no message would ever be sent. Leave some time between them.'
