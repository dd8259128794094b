import { type Area, areas } from './areas.ts'
import { type Explained, explained } from './explained.ts'

/** What is read of a report in the format of mutation-testing-elements. */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>
}

interface Mutant {
  readonly mutatorName: string
  readonly replacement?: string
  readonly status: string
  readonly location: { readonly start: Position; readonly end: Position }
}

interface Position {
  readonly line: number
  readonly column: number
}

export interface Score {
  readonly area: Area
  readonly tried: number
  readonly noticed: number
}

export interface Survivor {
  readonly file: string
  readonly line: number
  /** The line that it is in, and what its text became. */
  readonly was: string
  readonly became: string
}

/** Noticed: a test failed, or never ended. What cannot be run, or was left out, counts neither way. */
const NOTICED = ['Killed', 'Timeout']
const SURVIVED = ['Survived', 'NoCoverage']

export function scores({ files }: MutationReport): Score[] {
  return Object.entries(areas).map(([area, paths]) => {
    const mutants = paths.flatMap(path => files[path]?.mutants ?? [])
    const count = (states: readonly string[]) =>
      mutants.filter(({ status }) => states.includes(status)).length
    const noticed = count(NOTICED)
    return { area: area as Area, tried: noticed + count(SURVIVED), noticed }
  })
}

export const survivors = (report: MutationReport): Survivor[] => changesIn(report, SURVIVED)

function changesIn({ files }: MutationReport, states: readonly string[]): Survivor[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => states.includes(status))
      .map(({ location: { start, end }, replacement, mutatorName }) => {
        const lines = source.split('\n')
        const first = lines[start.line - 1] ?? ''
        const last = lines[end.line - 1] ?? ''
        const became =
          first.slice(0, start.column - 1) + (replacement ?? mutatorName) + last.slice(end.column - 1)
        return { file, line: start.line, was: first.trim(), became: onOneLine(became) }
      }),
  )
}

/** Neither formatting nor how a tool prints what it made up is part of what survived. */
const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

type Change = Pick<Survivor, 'file' | 'was' | 'became'>

const isSame = (one: Change, other: Change) =>
  one.file === other.file && one.was === other.was && one.became === other.became

const changesOf = (all: readonly Explained[]): Change[] =>
  all.flatMap(({ file, was, became }) => became.map(text => ({ file, was, became: text })))

export const unexplained = (found: readonly Survivor[], known = explained): Survivor[] =>
  found.filter(one => !changesOf(known).some(other => isSame(one, other)))

/**
 * Reasons for what a test notices by now, or what is no longer there. A test that took too long, as on a busy machine, says
 * nothing about them.
 */
export function outdated(report: MutationReport, known = explained): Change[] {
  const open = changesIn(report, [...SURVIVED, 'Timeout'])
  return changesOf(known).filter(other => !open.some(one => isSame(one, other)))
}
