import { printable } from './align.ts'
import type { Paint } from './terminal.ts'

/** A step as both a run and a simulation tell it. */
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

/** The way of a run as a tree with its times; what a step left to be told hangs under it. */
export function drawSteps(steps: readonly DrawnStep[], paint: Paint): string[] {
  const name = Math.max(0, ...steps.map(({ node_id }) => node_id.length))
  const type = Math.max(0, ...steps.map(step => step.type.length))
  return steps.flatMap((step, index) => {
    const isLast = index === steps.length - 1
    const mark = paint(colours[step.status], marks[step.status])
    const attempt = step.attempt !== undefined && step.attempt > 1 ? `, attempt ${step.attempt}` : ''
    const head = `${mark} ${step.node_id.padEnd(name)}  ${step.type.padEnd(type)}  ${timeOf(step)}${attempt}`
    return [
      `${isLast ? '└─' : '├─'} ${head}`,
      ...remarks(step).map(line => `${isLast ? '  ' : '│ '}    ${printable(line)}`),
    ]
  })
}

export const second = (iso: string) => `${iso.slice(0, 19).replace('T', ' ')}Z`

function timeOf({ started_at, finished_at }: DrawnStep): string {
  if (finished_at === null) return second(started_at)
  const took = Date.parse(finished_at) - Date.parse(started_at)
  return took === 0 ? second(started_at) : `${second(started_at)}, took ${lengthInWords(took)}`
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const

/** The two greatest parts: 3 d 2 h. */
export function lengthInWords(ms: number): string {
  const first = units.findIndex(([, length]) => ms >= length)
  if (first < 0) return '0 ms'
  let left = ms
  const parts = units.slice(first, first + 2).map(([unit, length]) => {
    const amount = Math.floor(left / length)
    left %= length
    return amount === 0 ? '' : `${amount} ${unit}`
  })
  return parts.filter(Boolean).join(' ')
}

/** What a person wants to know of a step, and nothing that is as long as a letter. */
function remarks({ status, detail }: DrawnStep): string[] {
  const told = (name: string, words: string) =>
    detail[name] === undefined || detail[name] === null ? [] : [`${words}${plain(detail[name])}`]
  return [
    ...(status === 'skipped' ? told('reason', 'skipped: ') : []),
    ...(status === 'failed' ? told('message', '') : []),
    ...told('to', 'to '),
    ...told('url', 'to '),
    ...told('subject', 'subject: '),
    ...told('title', 'task: '),
    ...told('points', 'points: '),
    ...told('tag', 'tag: '),
    ...told('changed', 'changed: '),
    ...told('taken', 'taken: '),
    ...(status === 'waiting' ? [...told('until', 'until '), ...told('held_until', 'held until ')] : []),
    ...told('outcome', 'outcome: '),
  ]
}

const plain = (value: unknown) =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value)
