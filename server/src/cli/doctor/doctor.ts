import { type Context, command } from '../command/command.ts'
import { addressVariables, databaseVariables } from '../command/environment.ts'
import { databasePlace } from '../database/database-place.ts'
import { knownAddresses } from '../server/addresses.ts'
import { findServer } from '../server/find-server.ts'
import { alignPairs } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { checkBinaries } from './binaries.ts'
import { checkDataFolder } from './data-folder.ts'
import { checkClock, checkDatabase, checkRoles, checkSchema, checkSecrets, checkWorker } from './database.ts'
import { examineDatabase } from './examine-database.ts'
import { checkLog } from './log.ts'
import { checkMasterKey } from './master-key.ts'
import { checkNodeVersion } from './node-version.ts'
import { checkPages } from './pages.ts'
import { checkPort } from './port.ts'
import { checkPublished } from './published.ts'
import { checkReplica } from './replica.ts'
import { checkServer } from './server.ts'
import type { Verdict } from './verdict.ts'

type Named = readonly [name: string, verdict: Verdict]

export default command({
  about:
    'Runs one check after another, with advice for each that fails. It changes nothing; if the embedded database is not running, it is started for the checks and stopped again. Exit code 1 if any check fails.',
  examples: ['npx millrace doctor', 'npx millrace doctor --json'],
  options: {},
  environment: [
    ...databaseVariables,
    'DATABASE_READ_URL',
    ...addressVariables,
    'MILLRACE_SECRET',
    'MILLRACE_PREVIOUS_SECRETS',
    'MILLRACE_LOG',
  ],
  async run({ json }, context) {
    const { terminal } = context
    const verdicts = await check(context)
    const healthy = verdicts.every(([, { state }]) => state !== 'failed')
    if (json) terminal.json({ healthy, checks: verdicts.map(([name, verdict]) => ({ name, ...verdict })) })
    else print(verdicts, terminal)
    return healthy ? exitCodes.ok : exitCodes.failed
  },
})

async function check({ config, env }: Pick<Context, 'config' | 'env'>): Promise<Named[]> {
  const server = await findServer(config)
  const database = await examineDatabase(config)
  const replica = await checkReplica(config)
  return [
    ['Node', checkNodeVersion(process.versions.node)],
    ['Data folder', await checkDataFolder(config.dataDir)],
    ['Master key', checkMasterKey(config)],
    ['Port', await checkPort(config, server)],
    ['Embedded PostgreSQL', checkBinaries(config)],
    ['Database', checkDatabase(database, databasePlace(config))],
    ['Schema', checkSchema(database)],
    ['Roles', checkRoles(database, config.production)],
    ['Clock', checkClock(database)],
    ['Stored secrets', checkSecrets(database)],
    ...(replica === undefined ? [] : [['Replica', replica] as const]),
    ['Worker', checkWorker(database)],
    ['Log', await checkLog(config.log)],
    ['Dashboard', checkPages()],
    ['Server', checkServer(server, config.port)],
    ['Published address', await checkPublished(knownAddresses(config, env, server?.record), server)],
  ]
}

const SIGNS = { ok: ['green', '✓'], failed: ['red', '✗'], skipped: ['dim', '–'] } as const

function print(verdicts: readonly Named[], terminal: Terminal): void {
  const lines = alignPairs(verdicts.map(([name, { found }]) => [name, found]))
  for (const [index, [, verdict]] of verdicts.entries()) {
    const [style, sign] = SIGNS[verdict.state]
    terminal.out(`${terminal.paintOut(style, sign)} ${lines[index]}`)
    if (verdict.state === 'failed') terminal.out(`    ${verdict.advice.replaceAll('\n', '\n    ')}`)
  }
}
