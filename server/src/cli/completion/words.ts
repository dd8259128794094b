import type { Options } from '../command/command.ts'
import { commands } from '../commands.ts'
import { commonOptions } from '../parse.ts'

/** What can be typed at some place of a command line. */
export interface Word {
  readonly word: string
  readonly about: string
  /** An option that wants something behind it. */
  readonly takesValue: boolean
}

/** What was said so far, one word or two; '' for nothing. */
export type Completions = ReadonlyMap<string, readonly Word[]>

/** For each beginning of a command what may follow: the next word of a name, or the options of the whole name. */
export async function completionWords(): Promise<Completions> {
  const completions = new Map<string, Word[]>([['', []]])
  const add = (said: string, word: string, about: string) => {
    const words = completions.get(said) ?? []
    if (!words.some(known => known.word === word)) words.push({ word, about, takesValue: false })
    completions.set(said, words)
  }
  for (const { name, summary, load } of commands) {
    const [first = '', second] = name.split(' ')
    add('', first, second === undefined ? summary : groupInWords(first))
    if (second !== undefined) add(first, second, summary)
    const { options } = (await load()).default
    completions.set(name, optionWords({ ...options, ...commonOptions }))
  }
  return completions
}

const groupInWords = (group: string) =>
  commands
    .filter(({ name }) => name.startsWith(`${group} `))
    .map(({ name }) => name.slice(group.length + 1))
    .join(', ')

const optionWords = (options: Options): Word[] =>
  Object.entries(options).map(([name, { about, type }]) => ({
    word: `--${name}`,
    about,
    takesValue: type === 'string',
  }))
