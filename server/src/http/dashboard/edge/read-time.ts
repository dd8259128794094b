import { Refusal } from '../../refusal.ts'

/** A time of a query. Its form was checked; there are times of that form that no clock shows. */
export function readTime(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) {
    throw new Refusal('validation_failed', { errors: { [name]: ['must be a date-time'] } })
  }
  return time
}
