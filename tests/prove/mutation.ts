import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { areas, mutatedFiles } from './mutation/areas.ts'
import { explained } from './mutation/explained.ts'
import { POSTGRES_VARIABLE } from './mutation/provide-postgres.ts'
import {
  type MutationReport,
  outdated,
  type Score,
  scores,
  survivors,
  unexplained,
} from './mutation/report.ts'
import { runStryker } from './mutation/run-stryker.ts'
import { counted, oneOf, type Proof } from './proof.ts'

/** For people: the viewer of mutation-testing-elements shows it. */
const KEPT = join(import.meta.dirname, '../artifacts/mutation.json')

/** Of what is changed in an area, this much at least has to be noticed by a test. */
const LEAST = 0.85

/**
 * Every file of `areas` is changed in one place at a time: a condition is turned round, a statement left out, a text
 * emptied. The tests beside these files have to notice.
 */
export const mutation: Proof = {
  name: 'mutation',
  promise: `of every 100 changes to what decides on ${Object.keys(areas).join(', ')}, tests notice 85, and the others are explained`,
  async run({ quick, many, progress, server }) {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-mutation-'))
    try {
      const files: readonly string[] = many({
        // Only shows that the proof works.
        quick: ['server/src/routing/re-entry.ts'],
        hour: oneOf(Object.values(areas)),
        whole: mutatedFiles,
      })
      const env = { [POSTGRES_VARIABLE]: JSON.stringify(server) }
      const report = await runStryker(folder, files, env, progress)
      if (quick) return outcome(report, [])
      mkdirSync(dirname(KEPT), { recursive: true })
      writeFileSync(KEPT, JSON.stringify(report))
      return outcome(report, faultsIn(report, files))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const percent = ({ noticed, tried }: Pick<Score, 'noticed' | 'tried'>) =>
  `${((100 * noticed) / tried).toFixed(1)} %`

function outcome(report: MutationReport, faults: readonly string[]) {
  const all = scores(report).filter(({ tried }) => tried > 0)
  const sum = (key: 'tried' | 'noticed') => all.reduce((total, score) => total + score[key], 0)
  const each = all.map(score => `${score.area} ${percent(score)} of ${counted(score.tried)}`)
  return {
    tried: `${counted(sum('tried'))} changes, ${counted(sum('noticed'))} noticed: ${each.join(', ')}`,
    worst: `${counted(sum('tried') - sum('noticed'))} not noticed`,
    faults,
  }
}

const reasonsFor = (changed: readonly string[]) => explained.filter(({ file }) => changed.includes(file))

function faultsIn(report: MutationReport, changed: readonly string[]): string[] {
  const found = survivors(report)
  return [
    ...changed
      .filter(file => report.files[file] === undefined)
      .map(file => `${file} was not changed: is it still there?`),
    ...scores(report)
      .filter(({ area }) => areas[area].some(file => changed.includes(file)))
      .filter(({ tried, noticed }) => tried === 0 || noticed < LEAST * tried)
      .map(score => `${score.area}: only ${percent(score)} of the changes are noticed`),
    ...unexplained(found).map(
      ({ file, line, was, became }) => `not noticed, ${file}:${line}: ${was} → ${became}`,
    ),
    ...outdated(report, reasonsFor(changed)).map(
      ({ file, was, became }) => `noticed by now, ${file}: ${was} → ${became}`,
    ),
  ]
}
