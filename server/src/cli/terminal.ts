import { createInterface } from 'node:readline/promises'
import { styleText } from 'node:util'
import type { Env } from '#config/env.ts'

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow'
export type Paint = (style: Style, text: string) => string

export interface Terminal {
  /** Data, for a script or a person: stdout. */
  out(text: string): void
  json(value: unknown): void
  /** Talk: progress, advice, what went wrong: stderr. */
  say(text: string): void
  readonly paintOut: Paint
  readonly paintTalk: Paint
  /** Whether somebody is there to answer a question. */
  readonly attended: boolean
  ask(question: string): Promise<string>
}

export function openTerminal(env: Env): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endQuietly)
  return {
    out: text => void process.stdout.write(`${text}\n`),
    json: value => void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`),
    say: text => void process.stderr.write(`${text}\n`),
    paintOut: painter(process.stdout.isTTY && !env.NO_COLOR),
    paintTalk: painter(process.stderr.isTTY && !env.NO_COLOR),
    attended: process.stdin.isTTY && process.stderr.isTTY,
    async ask(question) {
      const asking = createInterface({ input: process.stdin, output: process.stderr })
      try {
        return await asking.question(question)
      } finally {
        asking.close()
      }
    },
  }
}

const painter =
  (coloured: boolean): Paint =>
  (style, text) =>
    coloured ? styleText(style, text, { validateStream: false }) : text

/** Whoever read us has had enough, as in `millrace keys list | head -1`. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
}
