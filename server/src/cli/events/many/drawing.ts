import type { Terminal } from '../../terminal/terminal.ts'
import type { Pause } from './pause.ts'
import { progressLine } from './progress-line.ts'
import type { Tally } from './send-lines.ts'

/** What a person sees meanwhile. */
export interface Drawing {
  settled(tally: Tally): void
  /** Leaves nothing behind. */
  end(): void
}

/** By the clock and not by what happens: while everything waits for the server, that is what there is to see. */
const DRAW_EVERY = 200

export function startDrawing(
  size: number | undefined,
  pause: Pick<Pause, 'remainingMs'>,
  { live, columns }: Pick<Terminal, 'live' | 'columns'>,
): Drawing {
  if (live === undefined) return { settled() {}, end() {} }
  const began = performance.now()
  let latest: Tally | undefined
  const draw = () => {
    const { lines = 0, bytes = 0, refused = [] } = latest ?? {}
    const times = { elapsedMs: performance.now() - began, waitingMs: pause.remainingMs() }
    live(progressLine({ lines, refused: refused.length, bytes, size, ...times }, columns))
  }
  const timer = setInterval(draw, DRAW_EVERY)
  draw()
  return {
    settled(tally) {
      latest = tally
    },
    end() {
      clearInterval(timer)
      live('')
    },
  }
}
