import type { Env } from '#config/env.ts'
import { run } from './run.ts'
import type { Terminal } from './terminal/terminal.ts'

export interface Seen {
  exitCode: number
  out: string
  said: string
  /** What was written over. */
  drawn: string[]
}

/** A command that writes an entry of the audit log opens its key with the master key. */
const MASTER_KEY = { MILLRACE_SECRET: 'a secret for tests only, and long enough' }

/** Runs a command in this process as at a terminal, with these answers to its questions. */
export async function atTerminal(words: string[], env: Env, answers?: string[]): Promise<Seen> {
  const seen = { out: '', said: '', drawn: [] as string[] }
  const answer = async (question: string) => {
    seen.said += `${question}\n`
    return answers?.shift() ?? ''
  }
  const terminal: Terminal = {
    out(text) {
      seen.out += `${text}\n`
    },
    json(value) {
      seen.out += JSON.stringify(value)
    },
    say(text) {
      seen.said += `${text}\n`
    },
    live: text => void seen.drawn.push(text),
    paintOut: (_, text) => text,
    paintTalk: (_, text) => text,
    columns: 80,
    attended: answers !== undefined,
    ask: answer,
    askSecret: answer,
  }
  const exitCode = await run(words, { ...MASTER_KEY, ...env }, terminal)
  return { exitCode, ...seen }
}
