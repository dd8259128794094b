// What `npm run prove` runs: the promises of the engine, each tried a great many times.
//
//   npm run prove -- everything                 all but the soak, each a part of what it is alone, in under an hour
//   npm run prove -- worker-kills restarts      some of it, by name
//   npm run prove -- soak --minutes 120         with faults at random, for as long as --minutes says
//   npm run prove -- everything --quick         a few seconds each: only to see that the proofs work
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { migrate } from '../server/src/db/migrate.ts'
import { consentHistories } from '../tests/prove/consent-histories.ts'
import { databaseKills } from '../tests/prove/database-kills.ts'
import { draftAgainstLive } from '../tests/prove/draft-against-live.ts'
import { dueWaits } from '../tests/prove/due-waits.ts'
import { fairness } from '../tests/prove/fairness.ts'
import { faultPoints } from '../tests/prove/fault-points.ts'
import { freezes } from '../tests/prove/freezes.ts'
import { layoutsByClicking } from '../tests/prove/layouts-by-clicking.ts'
import { loopDelay } from '../tests/prove/loop-delay.ts'
import { memory } from '../tests/prove/memory.ts'
import { mergeKills } from '../tests/prove/merge-kills.ts'
import { model } from '../tests/prove/model.ts'
import { mutation } from '../tests/prove/mutation.ts'
import { nodes } from '../tests/prove/nodes.ts'
import { restore } from '../tests/prove/operations-restore.ts'
import { rollingRestart } from '../tests/prove/operations-rolling-restart.ts'
import { standby } from '../tests/prove/operations-standby.ts'
import { upgrade } from '../tests/prove/operations-upgrade.ts'
import { overload } from '../tests/prove/overload.ts'
import { pgbouncer } from '../tests/prove/pgbouncer.ts'
import { postgresVersions } from '../tests/prove/postgres-versions.ts'
import { createTrial, type Outcome, type Proof, type Size } from '../tests/prove/proof.ts'
import { restarts } from '../tests/prove/restarts.ts'
import { importKills, scheduleKills } from '../tests/prove/schedule-kills.ts'
import { scheduledModel } from '../tests/prove/scheduled-model.ts'
import { segments } from '../tests/prove/segments.ts'
import { soak } from '../tests/prove/soak.ts'
import { staplesByClicking } from '../tests/prove/staples-by-clicking.ts'
import { swallowedCommits } from '../tests/prove/swallowed-commits.ts'
import { tokenFlood } from '../tests/prove/token-flood.ts'
import { tokenTiming } from '../tests/prove/token-timing-proof.ts'
import { unseenClients } from '../tests/prove/unseen-clients.ts'
import { vendorKills } from '../tests/prove/vendor-kills.ts'
import {
  appearance,
  byHand,
  crowds,
  faults,
  interleavings,
  isolation,
  pageStates,
  properties,
  recipes,
  rehearsals,
  storedPayloads,
  typedText,
  worstInputs,
} from '../tests/prove/whole-tests.ts'
import { workerKills } from '../tests/prove/worker-kills.ts'
import { killProcesses } from '../tests/support/processes.ts'
import { openTestServer } from '../tests/support/test-server.ts'

interface Proved extends Outcome {
  readonly name: string
  readonly promise: string
  readonly seconds: number
  readonly verdict: 'holds' | 'DOES NOT HOLD' | 'skipped'
}

const all: readonly Proof[] = [
  swallowedCommits,
  faultPoints,
  workerKills,
  mergeKills,
  vendorKills,
  scheduleKills,
  importKills,
  freezes,
  databaseKills,
  dueWaits,
  restarts,
  rollingRestart,
  upgrade,
  restore,
  standby,
  pgbouncer,
  postgresVersions,
  nodes,
  draftAgainstLive,
  fairness,
  overload,
  memory,
  tokenFlood,
  tokenTiming,
  model,
  scheduledModel,
  segments,
  consentHistories,
  unseenClients,
  staplesByClicking,
  layoutsByClicking,
  loopDelay,
  isolation,
  interleavings,
  recipes,
  properties,
  mutation,
  pageStates,
  typedText,
  storedPayloads,
  appearance,
  byHand,
  rehearsals,
  worstInputs,
  crowds,
  faults,
]

/** Of `everything`, which nobody watches: it is to be done when they come back. */
const MOST_MINUTES = 60
/** Of one of them: if it hangs, the others are tried all the same. */
const MOST_MINUTES_EACH = 12
const SOAK_MINUTES = 120

const { size, minutes, chosen } = readArguments()
const startedAt = performance.now()
const server = await openTestServer()
const proved: Proved[] = []
try {
  await server.createTemplate(migrate)
  for (const proof of chosen) {
    proved.push(await prove(proof))
    // After each: what an interrupted hour has proved is not lost.
    if (size !== 'quick') writeReport()
  }
} finally {
  killProcesses()
  await server.close()
}
const tookMinutes = Math.ceil((performance.now() - startedAt) / 60_000)
process.stdout.write(`\n${table(proved)}\n\n${tookMinutes} minutes in all.\n`)
const isEverything = chosen.length === all.length
const isLate = isEverything && tookMinutes > MOST_MINUTES
// Who asked for a proof by its name is not served by its having been skipped.
const isFine = ({ verdict }: Proved) => verdict === 'holds' || (isEverything && verdict === 'skipped')
if (isLate) process.stderr.write(`✗ It is to take ${MOST_MINUTES} minutes at most.\n`)
// At once: what a proof has left behind that failed half-way would keep this process for ever.
process.exit(!isLate && proved.every(isFine) ? 0 : 1)

function readArguments(): { size: Size; minutes: number; chosen: readonly Proof[] } {
  const known = [...all, soak]
  const names = known.map(({ name }) => name)
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { quick: { type: 'boolean', default: false }, minutes: { type: 'string' } },
    })
    const { quick, minutes: given = quick ? '1' : String(SOAK_MINUTES) } = values
    const minutes = Number(given)
    const isAll = positionals.length === 0 || positionals.join() === 'everything'
    if ((isAll || positionals.every(name => names.includes(name))) && minutes > 0) {
      const chosen = isAll ? all : known.filter(({ name }) => positionals.includes(name))
      return { size: quick ? 'quick' : isAll ? 'hour' : 'whole', minutes, chosen }
    }
  } catch {}
  process.stderr.write(
    `Give --quick, --minutes for the soak, and some of: ${['everything', ...names].join(', ')}.\n`,
  )
  process.exit(2)
}

async function prove(proof: Proof): Promise<Proved> {
  process.stderr.write(`${proof.name}: ${proof.promise}\n`)
  const missing = (proof.needs ?? []).filter(needed => !needed.isThere()).map(({ name }) => name)
  if (missing.length > 0) return skip(proof, missing)
  const began = performance.now()
  const run = proof.run(createTrial(server.server, { size, minutes }, progress))
  const outcome = await (size === 'hour' ? Promise.race([run, hanging()]) : run)
    // A proof that does not finish has proved nothing.
    .catch((error: Error) => ({ tried: 'not to the end', worst: '', faults: [error.stack ?? error.message] }))
  killProcesses()
  const seconds = Math.round((performance.now() - began) / 1000)
  const verdict = outcome.faults.length === 0 ? 'holds' : 'DOES NOT HOLD'
  progress(`${outcome.tried}; ${outcome.worst}; ${verdict} (${seconds} s)`)
  process.stderr.write('\n')
  for (const fault of outcome.faults) process.stderr.write(`  ✗ ${fault}\n`)
  return { name: proof.name, promise: proof.promise, seconds, verdict, ...outcome }
}

/** It has not failed, and what it would have shown is not shown. */
function skip({ name, promise }: Proof, missing: readonly string[]): Proved {
  const tried = `not tried without ${missing.join(' and ')} (apt-get install ${missing.join(' ')})`
  process.stderr.write(`  ${tried}\n`)
  return { name, promise, tried, worst: '', faults: [], seconds: 0, verdict: 'skipped' }
}

async function hanging(): Promise<never> {
  await sleep(MOST_MINUTES_EACH * 60_000, undefined, { ref: false })
  throw new Error(`it has not ended after ${MOST_MINUTES_EACH} minutes`)
}

/** On a terminal, one line that is overwritten; elsewhere only the last line of each proof matters. */
function progress(sentence: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K  ${sentence}`)
  else if (sentence.endsWith(' s)')) process.stderr.write(`  ${sentence}`)
}

function table(results: readonly Proved[]): string {
  const rows = results.map(result => [
    result.name,
    result.promise,
    result.tried,
    result.worst,
    result.control ?? '',
    result.verdict,
    `${result.seconds} s`,
  ])
  const head = ['proof', 'what must hold', 'tried', 'worst', 'control', 'verdict', 'took']
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

function writeReport(): void {
  const folder = join(import.meta.dirname, '../tests/artifacts')
  mkdirSync(folder, { recursive: true })
  const machine = `${availableParallelism()} cores, ${process.arch}, ${cpus()[0]?.model || 'unknown processor'}`
  const report = {
    commit: readCommit(),
    machine,
    node: process.version,
    at: new Date().toISOString(),
    proved,
  }
  writeFileSync(join(folder, 'prove.json'), `${JSON.stringify(report, null, 2)}\n`)
}

/** The report of an hour must not be lost because git is missing. */
function readCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return 'unknown'
  }
}
