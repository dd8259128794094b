import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { styleText } from 'node:util'
import type { Env } from '#config/env.ts'

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow'
export type Paint = (style: Style, text: string) => string

export interface Terminal {
  /** Results, for a script or a person: stdout. */
  out(text: string): void
  json(value: unknown): void
  /** Progress, advice and errors: stderr. */
  say(text: string): void
  /** A line on stderr that the next one is written over; an empty one leaves nothing. Undefined: not a terminal. */
  readonly live: ((text: string) => void) | undefined
  readonly paintOut: Paint
  readonly paintTalk: Paint
  /** How wide what is printed may be. */
  readonly columns: number
  /** Whether a person can answer a question. */
  readonly attended: boolean
  ask(question: string): Promise<string>
  /** The same, and what is typed is not shown. */
  askSecret(question: string): Promise<string>
}

const USUAL_COLUMNS = 100

export function openTerminal(env: Env): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endQuietly)
  return {
    out: text => void process.stdout.write(`${text}\n`),
    json: value => void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`),
    say: text => void process.stderr.write(`${text}\n`),
    live: process.stderr.isTTY ? text => void process.stderr.write(`\r\x1b[2K${text}`) : undefined,
    paintOut: painter(process.stdout.isTTY && !env.NO_COLOR),
    paintTalk: painter(process.stderr.isTTY && !env.NO_COLOR),
    columns: process.stdout.columns ?? process.stderr.columns ?? USUAL_COLUMNS,
    attended: process.stdin.isTTY && process.stderr.isTTY,
    ask: question => ask(question, process.stderr),
    async askSecret(question) {
      process.stderr.write(question)
      const answer = await ask('', new Writable({ write: (_chunk, _encoding, done) => done() }))
      process.stderr.write('\n')
      return answer
    },
  }
}

async function ask(question: string, output: Writable): Promise<string> {
  const asking = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY })
  try {
    return await asking.question(question)
  } finally {
    asking.close()
  }
}

const painter =
  (coloured: boolean): Paint =>
  (style, text) =>
    coloured ? styleText(style, text, { validateStream: false }) : text

/** The reader has closed the pipe, as in `millrace keys list | head -1`. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
}
