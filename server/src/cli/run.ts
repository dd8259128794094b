import { type Config, decideConfig } from '#config/config.ts'
import { readEnv } from '#config/env.ts'
import { readVersion } from './command/version.ts'
import { findCommand } from './find-command.ts'
import { commandHelp, groupHelp, overview } from './help.ts'
import { parse } from './parse.ts'
import { explainError } from './terminal/explain-error.ts'
import { type ExitCode, exitCodes, wrongUsage } from './terminal/failure.ts'
import { openTerminal, type Terminal } from './terminal/terminal.ts'

/** From the words on the command line to an exit code. Nobody ever sees a stack. */
export async function run(args: readonly string[]): Promise<ExitCode> {
  const env = readEnv()
  const terminal = openTerminal(env)
  let config: Config | undefined
  try {
    const asksForHelp = args[0] === 'help' || args.includes('--help') || args.includes('-h')
    const words = args.filter(arg => arg !== '-h' && arg !== '--help')
    const found = findCommand(args[0] === 'help' ? words.slice(1) : words)
    if (found.kind === 'group') return answerGroup(found, asksForHelp, terminal)
    const command = (await found.entry.load()).default
    if (asksForHelp) {
      terminal.out(commandHelp(found.entry, command))
      return exitCodes.ok
    }
    const invocation = parse(found.entry.name, command, found.rest)
    config = decideConfig(env)
    return await command.run(invocation, { config, env, terminal })
  } catch (error) {
    const { message, exitCode } = explainError(error, config)
    terminal.say(message)
    return exitCode
  }
}

function answerGroup(
  { group, rest }: { group: string; rest: string[] },
  asksForHelp: boolean,
  terminal: Terminal,
): ExitCode {
  if (group === '' && rest.includes('--version')) {
    if (rest.includes('--json')) terminal.json({ version: readVersion() })
    else terminal.out(`millrace ${readVersion()}`)
    return exitCodes.ok
  }
  const help = group === '' ? overview() : groupHelp(group)
  if (asksForHelp || (group === '' && rest.length === 0)) {
    terminal.out(help)
    return exitCodes.ok
  }
  if (group === '')
    throw wrongUsage('Say what to do with a command; see all of them with: npx millrace --help')
  terminal.say(help)
  return exitCodes.wrongUsage
}
