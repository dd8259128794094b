import { once } from 'node:events'
import type { Millrace } from '@millrace/client/source'
import type { ExitCode } from '../../terminal/failure.ts'
import { stopSignal } from '../../terminal/stop-signals.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import type { EventOptions } from '../compose-event.ts'
import { deliver } from './deliver.ts'
import { startDrawing } from './drawing.ts'
import { createLineKeys } from './line-keys.ts'
import type { Input } from './open-input.ts'
import { createPause } from './pause.ts'
import { prepareLine } from './prepare-line.ts'
import { readLines } from './read-lines.ts'
import { sendLines } from './send-lines.ts'
import { exitCodeOf, summaryForScripts, summarySentences } from './summary.ts'

export interface ManyEvents {
  readonly input: Extract<Input, { kind: 'many' }>
  readonly options: EventOptions
  /** What the keys of its lines depend on besides the lines. */
  readonly batch: string
  readonly dryRun: boolean
  readonly concurrency: number
  readonly json: boolean
}

/** Sends every line of the input and prints the totals. */
export async function sendMany(client: Millrace, events: ManyEvents, terminal: Terminal): Promise<ExitCode> {
  const { input, options, batch, dryRun, concurrency, json } = events
  const stop = new AbortController()
  void stopSignal().then(() => stop.abort())
  const keyOf = createLineKeys(batch)
  const pause = createPause()
  const drawing = startDrawing(input.size, pause, terminal)
  const tally = await sendLines(readLines(untilStopped(input.chunks, stop.signal)), {
    concurrency,
    prepare: line => prepareLine(line, options),
    deliver: ({ event, text }) =>
      deliver(event, keyOf(text), { client, pause, dryRun, stopped: stop.signal }),
    stop,
    onSettled: drawing.settled,
  }).finally(drawing.end)
  if (json) terminal.json(summaryForScripts(tally, dryRun))
  else for (const sentence of summarySentences(tally, dryRun)) terminal.out(sentence)
  return exitCodeOf(tally)
}

/** The next piece of stdin may never come: Ctrl-C does not wait for it. */
async function* untilStopped(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const stopped = once(signal, 'abort').then(() => undefined)
  const source = chunks[Symbol.asyncIterator]()
  for (;;) {
    const next = await Promise.race([source.next(), stopped])
    if (next === undefined || next.done) return
    yield next.value
  }
}
