import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** As much of a .cpuprofile as is read. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  }[]
  readonly samples?: readonly number[] | undefined
  readonly timeDeltas?: readonly number[] | undefined
}

export interface Hot {
  /** The function and where it stands, as `route server/src/routing/route.ts:23`. */
  readonly what: string
  /** Its part of the time in which the process worked, without what it called. */
  readonly share: number
}

/** Nothing to work on, and what V8 could not say more about. */
const NOT_WORK = ['(root)', '(idle)', '(program)']

/** The functions that a process spent its time in, most first. */
export function hottest({ nodes, samples = [], timeDeltas = [] }: CpuProfile, most = 25): Hot[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map<string, number>()
  let total = 0
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id)
    if (frame === undefined || NOT_WORK.includes(frame.functionName)) continue
    const microseconds = timeDeltas[index] ?? 0
    const what = `${frame.functionName || '(anonymous)'} ${placeOf(frame)}`.trim()
    times.set(what, (times.get(what) ?? 0) + microseconds)
    total += microseconds
  }
  return [...times]
    .map(([what, time]) => ({ what, share: time / total }))
    .toSorted((a, b) => b.share - a.share)
    .slice(0, most)
}

function placeOf({ url, lineNumber }: { url: string; lineNumber: number }): string {
  if (url === '') return ''
  const path = url.startsWith('file:') ? relative(process.cwd(), fileURLToPath(url)) : url
  return `${path}:${lineNumber + 1}`
}
