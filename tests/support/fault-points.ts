import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = join(import.meta.dirname, '../../server/src')
const CALL = /\bfaultPoint\((?!name: string\))('[^']*'|`[^`]*`|[^)]*)\)/g

/** The names of all fault points, read from the code, so that none can be added without being tried. */
export function findFaultPoints(): string[] {
  const names = globSync('**/*.ts', { cwd: SOURCES })
    .filter(file => !file.endsWith('.test.ts'))
    .flatMap(file => namesIn(readFileSync(join(SOURCES, file), 'utf8'), file))
  return [...new Set(names)].sort()
}

/** Those that every run passes. Messages have their own, which runs that send something are tried at: see tests/engine. */
export const findRunPoints = (): string[] =>
  findFaultPoints().filter(
    name =>
      !/^(deliver|import|merge|unmerge|repair|subscription|pull):/.test(name) &&
      !ofConnections.test(name) &&
      !ofSchedules.test(name),
  )

/** Those that the deliveries of connected systems pass. */
export const findConnectionPoints = (): string[] => findFaultPoints().filter(name => ofConnections.test(name))
const ofConnections = /^(take|read):/

/** Those that runs which the clock starts pass. */
export const findSchedulePoints = (): string[] => findFaultPoints().filter(name => ofSchedules.test(name))
const ofSchedules = /^schedule:/

/** Those that every portion of an import, and of its undo, passes. */
export const findImportPoints = (): string[] => findFaultPoints().filter(name => name.startsWith('import:'))

/** Those that every portion of a repair passes. */
export const findRepairPoints = (): string[] => findFaultPoints().filter(name => name.startsWith('repair:'))

/** Those that what is sent to subscriptions passes. */
export const findSubscriptionPoints = (): string[] =>
  findFaultPoints().filter(name => name.startsWith('subscription:'))

/** Those that fetching a page passes. */
export const findPullPoints = (): string[] => findFaultPoints().filter(name => name.startsWith('pull:'))

/** Those that a merge of two guests, and its undo, passes. */
export const findMergePoints = (): string[] => findFaultPoints().filter(name => /^(un)?merge:/.test(name))

export function namesIn(code: string, file: string): string[] {
  return [...code.matchAll(CALL)].map(([, argument = '']) => {
    const literal = /^'([^']+)'$/.exec(argument)?.[1]
    if (literal !== undefined) return literal
    throw new Error(`${file} has a fault point whose name cannot be read from the code: ${argument}`)
  })
}
