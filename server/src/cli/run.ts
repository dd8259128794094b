import { CommanderError } from 'commander'
import { type Config, decideConfig } from '#config/config.ts'
import { type Env, readEnv } from '#config/env.ts'
import { readVersion } from './command/version.ts'
import { createProgram } from './program.ts'
import { explainError } from './terminal/explain-error.ts'
import { type ExitCode, exitCodes } from './terminal/failure.ts'
import { openTerminal, type Terminal } from './terminal/terminal.ts'

/** From the words on the command line to an exit code. Nobody ever sees a stack. */
export async function run(
  args: readonly string[],
  env: Env = readEnv(),
  terminal: Terminal = openTerminal(env),
): Promise<ExitCode> {
  let config: Config | undefined
  let exitCode: ExitCode = exitCodes.ok
  const program = createProgram(
    versionLine(args),
    async (command, invocation) => {
      config = decideConfig(env)
      const describeProgram = program.describe
      exitCode = await command.run(invocation, { config, env, terminal, describeProgram })
    },
    terminal,
  )
  try {
    await program.parse(wordsOf(args))
    return exitCode
  } catch (error) {
    // Commander has said by then what there is to say; help and version that were asked for are no failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.wrongUsage
    const explained = explainError(error, config)
    terminal.say(explained.message)
    return explained.exitCode
  }
}

/** `millrace help keys create` is `millrace keys create --help`, and `millrace` alone asks for the overview. */
function wordsOf(args: readonly string[]): readonly string[] {
  if (args.length === 0) return ['--help']
  return args[0] === 'help' ? [...args.slice(1), '--help'] : args
}

const versionLine = (args: readonly string[]) =>
  args.includes('--json') ? JSON.stringify({ version: readVersion() }, null, 2) : `millrace ${readVersion()}`
