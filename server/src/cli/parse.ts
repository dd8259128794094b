import { parseArgs } from 'node:util'
import { closest } from './closest.ts'
import type { Command, Invocation, Options } from './command/command.ts'
import { type Failure, wrongUsage } from './terminal/failure.ts'

/** What every command understands. */
export const commonOptions = {
  json: { type: 'boolean', about: 'Print the result as JSON on stdout' },
  help: { type: 'boolean', about: 'Print this' },
} as const satisfies Options

/** Reads the words behind the command's name, or says in a sentence what is wrong with them. */
export function parse(name: string, command: Command, args: string[]): Invocation<Options> {
  const options = { ...command.options, ...commonOptions }
  const { values, positionals } = parseOrExplain(name, options, args)
  const most = command.argument === undefined ? 0 : 1
  if (positionals.length > most) {
    throw wrongUsage(
      `\`millrace ${name}\` does not know what to do with "${positionals[most]}".${helpHint(name)}`,
    )
  }
  if (positionals.length < most) {
    throw wrongUsage(`\`millrace ${name}\` needs ${command.argument?.name}.${helpHint(name)}`)
  }
  return {
    values: values as Invocation<Options>['values'],
    argument: positionals[0] ?? '',
    json: values.json === true,
  }
}

function parseOrExplain(name: string, options: Options, args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw explain(name, options, error as Error & { code?: string })
  }
}

function explain(name: string, options: Options, error: Error & { code?: string }): Failure {
  const option = /'(?:-\w, )?(-{1,2}[^ '=]+)/.exec(error.message)?.[1] ?? ''
  const described = options[option.replace(/^-+/, '')]
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const meant = closest(
      option,
      Object.keys(options).map(known => `--${known}`),
    )
    const instead = meant === undefined ? helpHint(name) : ` Did you mean ${meant}?`
    return wrongUsage(`\`millrace ${name}\` has no option ${option}.${instead}`)
  }
  if (described?.type === 'boolean') return wrongUsage(`The option ${option} takes no value.`)
  if (described !== undefined)
    return wrongUsage(`The option ${option} needs a value: ${option} ${described.value}`)
  return wrongUsage(error.message)
}

export const helpHint = (name: string) => ` See: npx millrace ${name} --help`
