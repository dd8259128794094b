import { decideConfig } from '#config/config.ts'
import type { Env } from '#config/env.ts'
import { findCommand } from './find-command.ts'
import { parse } from './parse.ts'
import type { Failure } from './terminal/failure.ts'
import type { Terminal } from './terminal/terminal.ts'

export interface Seen {
  exitCode: number
  out: string
  said: string
  /** What was written over. */
  drawn: string[]
}

/** Somebody at a terminal who types this and answers what they are asked, and what they see. In this process. */
export async function atTerminal(words: string[], env: Env, answers?: string[]): Promise<Seen> {
  const seen = { out: '', said: '', drawn: [] as string[] }
  const answer = async (question: string) => {
    seen.said += `${question}\n`
    return answers?.shift() ?? ''
  }
  const terminal: Terminal = {
    out: text => void (seen.out += `${text}\n`),
    json: value => void (seen.out += JSON.stringify(value)),
    say: text => void (seen.said += `${text}\n`),
    live: text => void seen.drawn.push(text),
    paintOut: (_, text) => text,
    paintTalk: (_, text) => text,
    columns: 80,
    attended: answers !== undefined,
    ask: answer,
    askSecret: answer,
  }
  const found = findCommand(words)
  if (found.kind !== 'command') throw new Error('there is no such command')
  const { default: command } = await found.entry.load()
  try {
    const invocation = parse(found.entry.name, command, found.rest)
    const exitCode = await command.run(invocation, { config: decideConfig(env), env, terminal })
    return { exitCode, ...seen }
  } catch (error) {
    const { exitCode, message } = error as Failure
    if (exitCode === undefined) throw error
    return { exitCode, ...seen, said: `${seen.said}${message}` }
  }
}
