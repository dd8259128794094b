import { lengthInWords } from '../terminal/length-in-words.ts'

/** A stretch of time, drawn in so many cells. Times in milliseconds. */
export interface Axis {
  readonly from: number
  readonly to: number
  readonly cells: number
}

/** Where something lies on the axis: a moment is a stroke, a length a bar, what has not ended yet a pale bar to the end. */
export function drawOnAxis({ from, to, cells }: Axis, start: number, end: number | null): string {
  const span = Math.max(1, to - from)
  const cell = (time: number) => Math.min(cells - 1, Math.max(0, Math.floor(((time - from) / span) * cells)))
  const first = cell(start)
  const last = end === null ? cells - 1 : cell(end)
  const ink = end === null ? '░' : end === start ? '│' : '█'
  return ' '.repeat(first) + ink.repeat(last - first + 1)
}

/** The line below: nothing at the left, the whole length at the right. */
export function axisScale({ from, to, cells }: Axis): string {
  const whole = lengthInWords(to - from)
  return `0${whole.padStart(cells - 1)}`
}
