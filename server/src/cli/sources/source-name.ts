import { wrongUsage } from '../terminal/failure.ts'

/** null for events that name no source. */
export function readSourceName(given: string): string | null {
  if (given === '-') return null
  if (given.length === 0 || given.length > 100 || given.includes('\0'))
    throw wrongUsage('The name of a source has 1 to 100 characters.')
  return given
}
