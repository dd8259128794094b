import { closest } from './closest.ts'
import { type CommandEntry, commands } from './commands.ts'
import { type Failure, wrongUsage } from './terminal/failure.ts'

/** What the words on the command line name. */
export type Found =
  | { kind: 'command'; entry: CommandEntry; rest: string[] }
  /** The first word alone, as in `millrace keys`, or nothing at all. */
  | { kind: 'group'; group: string; rest: string[] }

export function findCommand(args: readonly string[]): Found {
  // Options may stand before the words: `millrace --json status`.
  const words = args.filter(arg => !arg.startsWith('-'))
  const [first, second] = words
  if (first === undefined) return { kind: 'group', group: '', rest: [...args] }
  const single = commands.find(entry => entry.name === first)
  if (single) return { kind: 'command', entry: single, rest: without(args, [first]) }
  const members = commands.filter(entry => entry.name.startsWith(`${first} `))
  if (members.length === 0) throw unknown(first, second)
  if (second === undefined) return { kind: 'group', group: first, rest: without(args, [first]) }
  const member = members.find(entry => entry.name === `${first} ${second}`)
  if (member === undefined) throw unknown(first, second)
  return { kind: 'command', entry: member, rest: without(args, [first, second]) }
}

function without(args: readonly string[], words: string[]): string[] {
  const rest = [...args]
  for (const word of words) rest.splice(rest.indexOf(word), 1)
  return rest
}

function unknown(first: string, second: string | undefined): Failure {
  const names = commands.map(entry => entry.name)
  const typed = second === undefined ? first : `${first} ${second}`
  const members = names.filter(name => name.startsWith(`${first} `))
  const groups = [...new Set(names.map(name => name.split(' ')[0] as string))]
  const meant = closest(typed, names) ?? (members.length === 0 ? closest(first, groups) : undefined)
  return wrongUsage(`There is no command "${typed}". ${instead(meant, members)}`)
}

function instead(meant: string | undefined, members: readonly string[]): string {
  if (meant !== undefined) return `Did you mean: npx millrace ${meant}`
  if (members.length > 0) return `There are: ${members.join(', ')}.`
  return 'See all of them with: npx millrace --help'
}
