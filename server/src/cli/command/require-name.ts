import { wrongUsage } from '../terminal/failure.ts'

const LONGEST = 100

export function requireName(given: string | undefined): string {
  const name = given?.trim()
  if (!name) throw wrongUsage('Give it a name with --name NAME.')
  if (name.length > LONGEST) throw wrongUsage(`The name may have ${LONGEST} characters, not ${name.length}.`)
  if (/\p{Cc}/u.test(name)) throw wrongUsage('The name may not have control characters in it.')
  return name
}
