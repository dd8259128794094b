/** Days and moments by the clock of the browser. */

type Edge = 'start' | 'end'

const pad = (number: number) => String(number).padStart(2, '0')
const dateOf = (at: Date) => `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`

export function isWholeDay(value: string): boolean {
  const at = new Date(value)
  return at.getHours() + at.getMinutes() + at.getSeconds() + at.getMilliseconds() === 0
}

/** The day that begins, or ends, with the moment; empty for none, and for what is no moment. */
export function dayOf(value: string, edge: Edge): string {
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return ''
  if (edge === 'end') at.setDate(at.getDate() - 1)
  return dateOf(at)
}

/** Where the day begins, or ends. */
export function momentOf(day: string, edge: Edge): string {
  const at = new Date(`${day}T00:00`)
  if (Number.isNaN(at.getTime())) return ''
  if (edge === 'end') at.setDate(at.getDate() + 1)
  return at.toISOString()
}

/** As a field for date and time has it. */
export function localMinute(value: string): string {
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return ''
  return `${dateOf(at)}T${pad(at.getHours())}:${pad(at.getMinutes())}`
}
