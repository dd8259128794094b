import { Command as Program } from 'commander'
import { variables } from './command/environment.ts'
import { type CommandEntry, commands, nouns, sections } from './commands.ts'
import { type Act, defineCommand } from './define-command.ts'
import { helpSection, helpTitle } from './help-section.ts'
import { alignPairs } from './terminal/align.ts'
import type { Terminal } from './terminal/terminal.ts'

/** The command line as commander knows it: it parses, writes the help and suggests what was probably meant. */
export interface MillraceProgram {
  /** Runs what the words ask for. Throws a CommanderError for words that are wrong, after it has said so. */
  parse(words: readonly string[]): Promise<void>
  /** The same program with every command loaded. */
  describe(): Promise<Program>
}

type Screen = Pick<Terminal, 'out' | 'say' | 'columns'>

/** Commands are loaded when they are named: none has to wait for the modules of the others. */
export function createProgram(version: string, act: Act, screen: Screen): MillraceProgram {
  const program = new Program('npx millrace')
    // `--version` is also an option of commands that take the version of a workflow.
    .enablePositionalOptions()
    .description('Millrace turns incoming events into workflow runs.')
    .exitOverride()
    .configureHelp({ styleTitle: helpTitle, subcommandTerm: command => command.name() })
    .configureOutput({
      writeOut: text => screen.out(text.trimEnd()),
      writeErr: text => screen.say(text.trimEnd()),
      outputError: (text, write) => write(text.replace(/^error: (.)/, (_, first) => first.toUpperCase())),
      getOutHelpWidth: () => screen.columns,
      getErrHelpWidth: () => screen.columns,
    })
    .version(version, '--version', 'print the version')
    .addHelpText('after', overviewText)
  addCommonParts(program, 'npx millrace')

  const entries = new Map<Program, CommandEntry>()
  for (const [heading, listed] of Object.entries(sections)) {
    for (const entry of listed) {
      const [first = '', second] = entry.name.split(' ')
      const command =
        second === undefined ? program.command(first) : groupOf(program, first, heading).command(second)
      addCommonParts(command.summary(entry.summary), `npx millrace ${entry.name}`)
      if (second === undefined) command.helpGroup(`${heading}:`)
      entries.set(command, entry)
    }
  }
  for (const parent of [program, ...program.commands]) {
    parent.hook('preSubcommand', (_, command) => load(command))
  }

  async function load(command: Program): Promise<void> {
    const entry = entries.get(command)
    if (entry === undefined) return
    entries.delete(command)
    defineCommand(command, entry, (await entry.load()).default, act)
  }

  return {
    async parse(words) {
      await program.parseAsync(words, { from: 'user' })
    },
    async describe() {
      for (const command of [...entries.keys()]) await load(command)
      return program
    },
  }
}

/** The commands of one noun. */
function groupOf(program: Program, noun: string, heading: string): Program {
  const known = program.commands.find(command => command.name() === noun)
  if (known !== undefined) return known
  const verbs = commands
    .filter(({ name }) => name.startsWith(`${noun} `))
    .map(({ name }) => name.split(' ')[1])
  const group = program.command(noun).helpGroup(`${heading}:`)
  addCommonParts(group.description(`${nouns[noun]}: ${verbs.join(', ')}`), `npx millrace ${noun}`)
  return group
}

function addCommonParts(command: Program, name: string): void {
  command
    .helpCommand(false)
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError(`See: ${name} --help`)
    .option('--json', 'print the result as JSON')
}

const overviewText = [
  helpSection('Environment', alignPairs(Object.entries(variables))),
  helpSection(
    'Exit codes',
    alignPairs([
      ['0', 'done'],
      ['1', 'failed; the message on stderr says why'],
      ['2', 'the command line is wrong'],
      ['3', 'Millrace is not running, or cannot be reached'],
      ['130', 'stopped by Ctrl-C'],
    ]),
  ),
  helpSection('Examples', [
    'npm start                                # the same as: npx millrace serve',
    'npx millrace keys create --name first',
    'npx millrace status --json',
    'npx millrace keys create --help',
  ]),
  '\nResults go to stdout, everything else to stderr.',
].join('\n')
