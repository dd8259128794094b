import { wrongUsage } from '../terminal/failure.ts'

const LONGEST = 500

/** A reason that people wrote, which the list and the audit log keep. */
export function reasonOf(text: string): string {
  const reason = text.trim()
  if (reason === '' || reason.length > LONGEST)
    throw wrongUsage(`--reason must be 1 to ${LONGEST} characters.`)
  return reason
}
