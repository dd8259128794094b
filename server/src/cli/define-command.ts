import { Argument, InvalidArgumentError, type Command as Program, Option as ProgramOption } from 'commander'
import type { Command, Invocation, Option, Options, Values } from './command/command.ts'
import { variables } from './command/environment.ts'
import type { CommandEntry } from './commands.ts'
import { helpSection } from './help-section.ts'
import { alignPairs } from './terminal/align.ts'

/** What is done with a command line that is right. */
export type Act = (command: Command, invocation: Invocation<Options>) => Promise<void>

/** Gives commander the argument, the options and the help of a command, and what to do with them. */
export function defineCommand(
  command: Program,
  { summary }: CommandEntry,
  definition: Command,
  act: Act,
): void {
  const { about, argument, options, environment, examples } = definition
  command
    .description(`${summary}.\n\n${about}`)
    .allowExcessArguments(false)
    .addHelpText(
      'after',
      helpSection('Environment', alignPairs(environment.map(name => [name, variables[name]]))),
    )
    .addHelpText('after', helpSection('Examples', examples))
  if (argument !== undefined) {
    const wanted = new Argument(`<${argument.name}>`, argument.about)
    command.addArgument(argument.choices === undefined ? wanted : wanted.choices(argument.choices))
  }
  for (const [name, option] of Object.entries(options)) command.addOption(programOption(name, option))
  command.action(async () => {
    const { json, ...values } = command.optsWithGlobals()
    const missing = Object.entries(options).find(
      ([name, { required }]) => required && values[name] === undefined,
    )
    // Not left to commander, which would say this of an option whose name is only misspelt.
    if (missing !== undefined) command.error(`error: missing required option '${flagsOf(...missing)}'`)
    await act(definition, {
      values: values as Values<Options>,
      argument: argument === undefined ? '' : command.processedArgs[0],
      json: json === true,
    })
  })
}

const flagsOf = (name: string, { value }: Option) =>
  `--${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}${value === undefined ? '' : ` <${value}>`}`

function programOption(name: string, definition: Option): ProgramOption {
  const { value, about, multiple, choices, usual, parse } = definition
  const flags = flagsOf(name, definition)
  if (value === undefined) return new ProgramOption(flags, about)
  const option = new ProgramOption(flags, multiple ? `${about}; can be repeated` : about)
  if (choices !== undefined) option.choices(choices)
  const check = option.parseArg
  const read = (text: string) => {
    // Commander takes whatever comes next for the value, also where that was forgotten.
    if (text.startsWith('--')) throw new InvalidArgumentError('Give a value first.')
    check?.(text, undefined)
    return parse === undefined ? text : parse(text)
  }
  option.argParser<unknown>((text, previous) =>
    multiple ? [...((previous as unknown[] | undefined) ?? []), read(text)] : read(text),
  )
  if (usual !== undefined) option.default(read(usual), usual)
  return option
}
