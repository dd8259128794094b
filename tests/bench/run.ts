// What `npm run bench` runs.
//
//   npm run bench                     everything; P12 and P13 fill databases with a million guests first
//   npm run bench -- P1 P3            some of it
//   npm run bench -- --peers          with Node-RED and Restate beside P1 and DBOS beside P3, installed for it
//   npm run bench -- P1 --profile     one round of one benchmark, and the functions that its time went to
//   npm run bench -- --smoke          only to see that each still runs
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { type Comparison, ratioOf, reached, type Settings } from './benchmark.ts'
import { benchmarks } from './benchmarks.ts'
import { hottest } from './profile/hottest.ts'
import { recordProfiles } from './profile/record.ts'
import { table } from './table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  },
})
const wanted = positionals.map(id => id.toUpperCase())
const settings: Settings = values.smoke
  ? { seconds: 1, rounds: 1, smoke: true, peers: false }
  : { seconds: 6, rounds: 3, smoke: false, peers: values.peers }

const unknown = wanted.filter(id => !benchmarks.some(benchmark => benchmark.id.toUpperCase() === id))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no benchmark ${unknown.join(', ')}. There are ${benchmarks.map(({ id }) => id).join(', ')}.\n`,
  )
  process.exit(2)
}

if (values.profile) await showProfile()
const results: Comparison[] = []
for (const benchmark of benchmarks) {
  if (wanted.length > 0 && !wanted.includes(benchmark.id.toUpperCase())) continue
  process.stderr.write(`${benchmark.id} … `)
  const began = Date.now()
  const result = await benchmark.run(settings)
  process.stderr.write(`${ratioOf(result).toFixed(2)} (${Math.round((Date.now() - began) / 1000)} s)\n`)
  results.push(result)
}

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
const machine = `${availableParallelism()} cores, ${process.arch}, ${cpus()[0]?.model || 'unknown processor'}`
process.stdout.write(`${table(results)}\n${machine}; Node ${process.version}; commit ${commit}\n`)
if (!settings.smoke) {
  const folder = join(import.meta.dirname, '../artifacts')
  mkdirSync(folder, { recursive: true })
  const report = { commit, machine, node: process.version, at: new Date().toISOString(), settings, results }
  writeFileSync(join(folder, 'bench.json'), JSON.stringify(report, null, 2))
  process.exitCode = results.every(reached) ? 0 : 1
}
process.exit()

/** One round is enough: a profile says where the time goes, not how much of it there is. */
async function showProfile(): Promise<never> {
  const [benchmark, ...others] = benchmarks.filter(({ id }) => wanted.includes(id.toUpperCase()))
  if (benchmark === undefined || others.length > 0) {
    process.stderr.write('Name one benchmark to profile, as: npm run bench -- P1 --profile\n')
    process.exit(2)
  }
  const files = await recordProfiles(benchmark.id, () => benchmark.run({ ...settings, rounds: 1 }))
  for (const file of files) {
    process.stdout.write(`\n${relative(process.cwd(), file)}\n`)
    for (const { what, share } of hottest(JSON.parse(readFileSync(file, 'utf8')))) {
      process.stdout.write(`${(100 * share).toFixed(1).padStart(6)} %  ${what}\n`)
    }
  }
  process.exit()
}
