import { read } from './watching.ts'

/** Something that a document has its reader run or set. */
export interface Instruction {
  readonly kind: 'block' | 'command' | 'setting'
  readonly text: string
  readonly line: number
}

/** A document whose every instruction has to be taken by the one trial that runs it. */
export interface InstructingDocument {
  /** The only fenced block that has these words in it. */
  block(words: string): string
  /** A command within a sentence, to the letter. */
  command(text: string): string
  /** Whatever begins so. */
  everyOf(beginning: string): void
  /** The settings within sentences, as `name = value`. */
  settings(): string[]
  /** What no trial took, each with what to do. */
  untaken(): string[]
}

const FENCED = /^```(\w*)\n([\s\S]*?)^```$/gm
/** Of several words, and none of these: an option, an address, a line of YAML. */
const COMMAND = /^(?!--|GET |POST |\w+: )\S+ [\s\S]+$|^ANALYZE$/
const SETTING = /^\w+ = \S+$/

export function instructionsOf(markdown: string): Instruction[] {
  const lineOf = (index: number) => markdown.slice(0, index).split('\n').length
  const blocks = [...markdown.matchAll(FENCED)].map(match => ({
    kind: 'block' as const,
    text: match[2] as string,
    line: lineOf(match.index),
  }))
  // What is fenced is blanked, so that the rest stays on its line.
  const prose = markdown.replaceAll(FENCED, fenced => fenced.replaceAll(/[^\n]/g, ' '))
  const spans = [...prose.matchAll(/`([^`]+)`/g)].flatMap((match): Instruction[] => {
    const text = (match[1] as string).replaceAll(/\s+/g, ' ')
    const found = { text, line: lineOf(match.index) }
    if (SETTING.test(text)) return [{ kind: 'setting', ...found }]
    return COMMAND.test(text) ? [{ kind: 'command', ...found }] : []
  })
  return [...blocks, ...spans]
}

export function openDocument(path: string, taker: string): InstructingDocument {
  const instructions = instructionsOf(read(path))
  const taken = new Set<string>()
  const take = (found: readonly Instruction[], wanted: string): string => {
    const texts = [...new Set(found.map(({ text }) => text))]
    if (texts.length !== 1) {
      throw new Error(
        `${path} has ${texts.length === 0 ? 'no longer' : 'more than once'} ${wanted}: let ${taker} run what it has now`,
      )
    }
    const [text] = texts as [string]
    if (taken.has(text)) throw new Error(`two trials of ${taker} take ${wanted}: one is enough`)
    taken.add(text)
    return text
  }
  return {
    block: words =>
      take(
        instructions.filter(({ kind, text }) => kind === 'block' && text.includes(words)),
        `a block with "${words}"`,
      ),
    command: text =>
      take(
        instructions.filter(({ kind, text: found }) => kind === 'command' && found === text),
        `the command "${text}"`,
      ),
    everyOf(beginning) {
      for (const { text } of instructions) if (text.startsWith(beginning)) taken.add(text)
    },
    settings() {
      const found = instructions.filter(({ kind }) => kind === 'setting').map(({ text }) => text)
      for (const text of found) taken.add(text)
      return [...new Set(found)]
    },
    untaken: () =>
      instructions
        .filter(({ text }) => !taken.has(text))
        .map(
          ({ kind, text, line }) =>
            `${path}:${line} has a ${kind} that no trial runs: add one to ${taker}, or fix the document:\n${text}`,
        ),
  }
}
