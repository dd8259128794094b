import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureChromium } from '../../scripts/test/chromium.ts'
import { LONGEST_HOLD_MS } from '../support/longest-stretch.ts'
import type { LongTurn, LoopReport } from '../support/watch-loop.ts'
import { LOOP_REPORTS_VARIABLE } from '../support/watched-millrace.ts'
import { counted, type Proof } from './proof.ts'
import { runFiles } from './run-files.ts'

const ROOT = join(import.meta.dirname, '../..')

/** How often the tests in which a request took too long run again. */
const REPETITIONS = 3

export const loopDelay: Proof = {
  name: 'loop-delay',
  promise: `whatever the tests of the API and of the dashboard ask for, no request holds the process for ${LONGEST_HOLD_MS} ms, not even the first of its kind`,
  async run({ many, progress }) {
    progress('running the tests of the API and of the dashboard')
    const files = many({
      quick: ['tests/api/management-settings', 'tests/browser/keyboard'],
      hour: [...anyOf('tests/api/*.test.ts', 8), ...anyOf('tests/browser/*.test.ts', 2)],
      whole: [],
    })
    const { reports, faults } = await watched(files)
    const seen = reports.flatMap(({ file, long }) => long.filter(isHold).map(turn => ({ file, turn })))
    progress(`running ${counted(new Set(seen.map(({ file }) => file)).size)} of the files again`)
    const outcomes = await judge(seen)
    const sum = (of: (report: WatchedReport) => number) =>
      reports.reduce((all, report) => all + of(report), 0)
    const longest = Math.max(0, ...reports.flatMap(({ long }) => long.map(({ ms }) => ms)))
    return {
      tried: `${counted(sum(({ requests }) => requests))} requests of ${counted(reports.length)} servers, ${counted(sum(({ turns }) => turns))} turns of their loops`,
      worst: [
        `the longest turn of a loop took ${Math.round(longest)} ms`,
        ...outcomes.filter(({ again }) => !again).map(({ sentence }) => sentence),
      ].join('; '),
      faults: [...outcomes.filter(({ again }) => again).map(({ sentence }) => sentence), ...faults],
    }
  },
}

/** Others each time. */
const anyOf = (pattern: string, count: number): string[] =>
  globSync(pattern, { cwd: ROOT })
    .map(file => ({ file, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .slice(0, count)
    .map(({ file }) => file)

type WatchedReport = LoopReport & { readonly file: string }

/** Runs these tests, or all of both groups, and reads what the loop of each server did. */
async function watched(files: readonly string[]): Promise<{ reports: WatchedReport[]; faults: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-loops-'))
  try {
    // One file at a time: where two threads share a core, the same work takes up to twice the processor's time.
    const { faults } = await runFiles(
      ['--maxWorkers', '1', ...(files.length > 0 ? files : ['tests/api/', 'tests/browser/'])],
      { CHROME_PATH: await ensureChromium(), [LOOP_REPORTS_VARIABLE]: folder },
    )
    const reports = globSync(join(folder, '*.json')).map(
      path => JSON.parse(readFileSync(path, 'utf8')) as WatchedReport,
    )
    return { reports, faults: faults.map(fault => `a test failed: ${fault}`) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Many requests in one turn share its time. What the server does by itself is nobody's request. */
const isHold = ({ ms, requests }: LongTurn) => requests > 0 && ms / requests >= LONGEST_HOLD_MS

interface Outcome {
  /** Whether it held the process in one of the repetitions, too. */
  readonly again: boolean
  readonly sentence: string
}

/**
 * What a request computes, it computes again for a new server. A pause of the machine's own, which the processor's time
 * includes, strikes another request the next time: in a million turns there are one or two of them.
 */
async function judge(seen: readonly { file: string; turn: LongTurn }[]): Promise<Outcome[]> {
  const files = [...new Set(seen.map(({ file }) => relative(ROOT, file)))]
  const repeated: WatchedReport[][] = []
  for (let done = 0; files.length > 0 && done < REPETITIONS; done++) {
    repeated.push((await watched(files)).reports)
  }
  return seen.map(({ file, turn: { ms, kinds, first } }) => {
    const others = repeated.map(reports => {
      const turns = reports.filter(report => report.file === file).flatMap(({ long }) => long)
      const alike = turns.filter(turn => turn.kinds.some(kind => kinds.includes(kind)))
      return Math.max(0, ...alike.map(turn => turn.ms / turn.requests))
    })
    const again = others.some(other => other >= LONGEST_HOLD_MS)
    const repetitions = `${others.map(other => Math.round(other)).join(', ')} ms in ${REPETITIONS} repetitions`
    return {
      again,
      sentence: `${Math.round(ms)} ms${first ? ', the first of its kind' : ''}: ${kinds.join(', ')} (${repetitions})`,
    }
  })
}
