import { type MissingValue, missingInWords } from '@millrace/contract/value-in-words'
import { printable } from '../terminal/align.ts'
import { lengthInWords } from '../terminal/length-in-words.ts'
import type { Paint } from '../terminal/terminal.ts'
import { type Axis, axisScale, drawOnAxis } from './time-axis.ts'

/** A step of a run or of a simulation. */
export interface DrawnStep {
  readonly node_id: string
  readonly type: string
  readonly status: 'completed' | 'skipped' | 'failed' | 'waiting'
  readonly attempt?: number
  readonly detail: Readonly<Record<string, unknown>>
  readonly started_at: string
  readonly finished_at: string | null
}

const marks = { completed: '✓', skipped: '–', failed: '✗', waiting: '…' } as const
const colours = { completed: 'green', skipped: 'dim', failed: 'red', waiting: 'yellow' } as const

/** The time over which a run is drawn, and how wide the whole may be. */
export interface Timeline {
  readonly from: number
  readonly to: number
  readonly columns: number
}

/** The steps as a tree with their times; the details of a step stand under it. */
export function drawSteps(steps: readonly DrawnStep[], paint: Paint, timeline?: Timeline): string[] {
  const name = Math.max(0, ...steps.map(({ node_id }) => node_id.length))
  const type = Math.max(0, ...steps.map(step => step.type.length))
  const heads = steps.map(step => {
    const attempt = step.attempt !== undefined && step.attempt > 1 ? `, attempt ${step.attempt}` : ''
    return `${step.node_id.padEnd(name)}  ${step.type.padEnd(type)}  ${timeOf(step)}${attempt}`
  })
  const widest = Math.max(0, ...heads.map(head => head.length))
  const axis = timeline && axisBeside(widest, timeline)
  const lines = steps.flatMap((step, index) => {
    const isLast = index === steps.length - 1
    const mark = paint(colours[step.status], marks[step.status])
    const bar = axis === undefined ? '' : paint(colours[step.status], barOf(step, axis))
    const head = bar === '' ? (heads[index] as string) : `${(heads[index] as string).padEnd(widest)}  ${bar}`
    return [
      `${isLast ? '└─' : '├─'} ${mark} ${head}`,
      ...remarks(step).map(line => `${isLast ? '  ' : '│ '}    ${printable(line)}`),
    ]
  })
  if (axis === undefined || steps.length === 0) return lines
  return [...lines, `${' '.repeat(BEFORE_HEAD + widest + GAP)}${paint('dim', axisScale(axis))}`]
}

/** The branch and the mark; what is between a step and its bar. */
const BEFORE_HEAD = 5
const GAP = 2
const FEWEST_CELLS = 12
const MOST_CELLS = 40

/** Undefined where there is no room for one. */
function axisBeside(widest: number, { from, to, columns }: Timeline): Axis | undefined {
  const cells = Math.min(MOST_CELLS, columns - BEFORE_HEAD - widest - GAP)
  return cells < FEWEST_CELLS ? undefined : { from, to, cells }
}

const barOf = ({ started_at, finished_at }: DrawnStep, axis: Axis) =>
  drawOnAxis(axis, Date.parse(started_at), finished_at === null ? null : Date.parse(finished_at))

export const second = (iso: string) => `${iso.slice(0, 19).replace('T', ' ')}Z`

function timeOf({ started_at, finished_at }: DrawnStep): string {
  if (finished_at === null) return second(started_at)
  const took = Date.parse(finished_at) - Date.parse(started_at)
  return took === 0 ? second(started_at) : `${second(started_at)}, took ${lengthInWords(took)}`
}

/** The details that fit on a line. */
function remarks({ status, detail }: DrawnStep): string[] {
  const detailed = (name: string, words: string) =>
    detail[name] === undefined || detail[name] === null ? [] : [`${words}${plain(detail[name])}`]
  return [
    ...(status === 'skipped' ? detailed('reason', 'skipped: ') : []),
    ...(status === 'failed' ? detailed('message', '') : []),
    ...detailed('to', 'to '),
    ...detailed('url', 'to '),
    ...detailed('subject', 'subject: '),
    ...detailed('title', 'task: '),
    ...detailed('points', 'points: '),
    ...detailed('tag', 'tag: '),
    ...detailed('changed', 'changed: '),
    ...leftOut(detail),
    ...detailed('taken', 'taken: '),
    ...(status === 'waiting'
      ? [...detailed('until', 'until '), ...detailed('held_until', 'held until ')]
      : []),
    ...detailed('outcome', 'outcome: '),
  ]
}

/** Changes whose values were not in the data. */
const leftOut = ({ left_out }: DrawnStep['detail']): string[] =>
  ((left_out ?? []) as readonly (MissingValue & { readonly change: string })[]).map(
    one => `left out: ${one.change}, because ${missingInWords(one)}`,
  )

const plain = (value: unknown) =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value)
