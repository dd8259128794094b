// Says whether everything is in step for a release, and if not, what is not:
//
//   node scripts/release.ts
//
// It changes nothing. Version numbers are explained in docs/versions.md.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readFiles, readGit } from './release/read-facts.ts'
import { releaseFaults } from './release/release-faults.ts'

const facts = { ...readFiles(), ...readGit() }
const faults = [...releaseFaults(facts), ...['check-lockfile', 'check-schema'].flatMap(faultsOf)]
for (const fault of faults) process.stderr.write(`✗ ${fault}\n`)
if (faults.length === 0) process.stdout.write(`${nextSteps(facts.versions['package.json'] ?? '')}\n`)
process.exitCode = faults.length === 0 ? 0 : 1

/** The checks of `npm test` that a release depends on. */
function faultsOf(check: string): string[] {
  const script = join(import.meta.dirname, `${check}.ts`)
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  return status === 0 ? [] : stderr.split('\n').filter(Boolean)
}

function nextSteps(version: string): string {
  return [
    `Everything is in step for ${version}. Once \`npm test\` has passed:`,
    `  git tag -a v${version} -m 'Millrace ${version}' && git push --follow-tags`,
    // Scripts are off in .npmrc, and this one builds the package.
    '  npm publish --workspace sdk --ignore-scripts=false',
  ].join('\n')
}
