import type { Option, Command as Program } from 'commander'

/** What can be typed at some place of a command line. */
export interface Word {
  readonly word: string
  readonly about: string
  /** An option that needs a value behind it. */
  readonly takesValue: boolean
}

/** By the words typed so far, one or two; '' for none. */
export type Completions = ReadonlyMap<string, readonly Word[]>

/** For each beginning of a command what may follow: the next word of a name, or the options of the whole name. */
export function completionWords(program: Program): Completions {
  const completions = new Map<string, readonly Word[]>()
  const add = (command: Program, typed: string) => {
    const following = command.commands.map(commandWord)
    completions.set(typed, following.length > 0 ? following : optionWords(command))
    for (const next of command.commands) add(next, `${typed} ${next.name()}`.trim())
  }
  add(program, '')
  return completions
}

const commandWord = (command: Program): Word => ({
  word: command.name(),
  about: command.summary() || command.description(),
  takesValue: false,
})

const optionWords = (command: Program): Word[] => command.createHelp().visibleOptions(command).map(optionWord)

const optionWord = ({ long, description, required }: Option): Word => ({
  word: long ?? '',
  about: description,
  takesValue: required,
})
