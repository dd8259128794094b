import type { Command, Options } from './command/command.ts'
import { variables } from './command/environment.ts'
import { type CommandEntry, commands } from './commands.ts'
import { commonOptions } from './parse.ts'
import { alignPairs } from './terminal/align.ts'

/** `npx millrace --help` */
export function overview(): string {
  return page(
    'Millrace turns incoming events into workflow runs.',
    section('Usage', [
      'npx millrace COMMAND [options]',
      'npx millrace COMMAND --help',
      'npx millrace --version',
    ]),
    section('Commands', alignPairs(commands.map(({ name, summary }) => [name, summary]))),
    section('Every command takes', alignPairs(optionPairs(commonOptions))),
    section('Environment', alignPairs(Object.entries(variables))),
    section('Exit codes', alignPairs(exits)),
    section('Examples', [
      'npm start                                    # the same as: npx millrace serve',
      'npx millrace keys create --name first',
      'npx millrace status --json',
      'npx millrace keys create --help',
    ]),
    'Data goes to stdout, everything else to stderr.',
  )
}

const exits: [string, string][] = [
  ['0', 'Done'],
  ['1', 'Failed; the sentence on stderr says why'],
  ['2', 'The command line is wrong'],
  ['3', 'Millrace is not running'],
  ['130', 'Stopped by Ctrl-C before the end of its input'],
]

/** `npx millrace keys` */
export function groupHelp(group: string): string {
  const members = commands.filter(entry => entry.name.startsWith(`${group} `))
  return page(
    section('Commands', alignPairs(members.map(({ name, summary }) => [`npx millrace ${name}`, summary]))),
    `More on each: npx millrace ${members[0]?.name} --help`,
  )
}

/** `npx millrace keys create --help` */
export function commandHelp({ name, summary }: CommandEntry, command: Command): string {
  const argument = command.argument
  return page(
    `${summary}.`,
    command.about,
    section('Usage', [`npx millrace ${name}${argument ? ` ${argument.name}` : ''} [options]`]),
    argument && section('Argument', alignPairs([[argument.name, argument.about]])),
    section('Options', alignPairs(optionPairs({ ...command.options, ...commonOptions }))),
    section('Environment', alignPairs(command.environment.map(variable => [variable, variables[variable]]))),
    section('Examples', command.examples),
  )
}

function optionPairs(options: Options): [string, string][] {
  return Object.entries(options).map(([name, { value, about, multiple }]) => [
    `--${name}${value ? ` ${value}` : ''}${multiple ? ' …' : ''}`,
    about,
  ])
}

const page = (...parts: (string | undefined)[]) => parts.filter(Boolean).join('\n\n')
const section = (heading: string, lines: readonly string[]) =>
  lines.length === 0 ? undefined : [`${heading}:`, ...lines.map(line => `  ${line}`)].join('\n')
