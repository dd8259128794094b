import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../server/src/db/database.ts'
import { findBinaries } from '../../server/src/db/embedded/binaries.ts'
import { chooseSystemUser } from '../../server/src/db/embedded/system-user.ts'
import { freePort } from '../support/free-port.ts'
import { eventually } from '../support/millrace.ts'
import { urlOf } from '../support/postgres.ts'
import { type Connection, withAdmin } from '../support/test-server.ts'
import { openMachine } from './operations-cluster.ts'
import { counted, type Proof } from './proof.ts'
import { runFiles } from './run-files.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

/** Without those that take the database away by a proxy in front of DATABASE_URL, which the pooler passes by. */
const FILES = [
  'tests/api/isolation.test.ts',
  'tests/engine/people-timeline.test.ts',
  'tests/engine/people-erasure.test.ts',
  'tests/engine/wake-ups.test.ts',
  'tests/api/incoming-event.test.ts',
  'tests/api/workflow-runs.test.ts',
  'tests/api/token.test.ts',
  'tests/api/token-fuzz.test.ts',
  'tests/api/token-keys.test.ts',
  'tests/api/token-questions.test.ts',
  'tests/api/token-refusals.test.ts',
]

export const pgbouncer: Proof = {
  name: 'pgbouncer',
  promise:
    'with DATABASE_POOL_URL, through PgBouncer in transaction mode whose few sessions all share, the contract holds and organisations see only their own',
  needs: [{ name: 'pgbouncer', isThere: () => existsSync(PROGRAM) }],
  async run({ many, progress }) {
    const files = FILES.slice(0, many({ quick: 4, hour: 6, whole: FILES.length }))
    const folder = await mkdtemp(join(tmpdir(), 'millrace-pgbouncer-'))
    await chmod(folder, 0o777)
    const binaries = findBinaries(chooseSystemUser(join(folder, 'data'), undefined), () => {})
    const machine = await openMachine(join(binaries.home, 'bin'))
    const cluster = await machine.initialise({ max_connections: '300' })
    const { connection } = cluster.database
    const pooler = await startPgBouncer(folder, connection)
    try {
      const refused = await withoutSetting({ ...connection, port: pooler.port })
      progress(`running ${files.join(', ')}`)
      const { passed, faults } = await runFiles(['--project', 'product', ...files], {
        MILLRACE_TEST_DATABASE_URL: urlOf(connection),
        MILLRACE_TEST_POOLER: String(pooler.port),
      })
      return {
        tried: `${counted(passed)} tests through ${pooler.version}, ${pooler.sessions} sessions for each database`,
        worst: faults.length === 0 ? 'none failed' : `${faults.length} failed`,
        control: refused ?? 'none',
        faults: [
          ...faults,
          ...(refused === undefined ? ['connections for sessions work through it as well'] : []),
        ],
      }
    } finally {
      await pooler.stop()
      await machine.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** What happens without the setting: the control. */
async function withoutSetting(connection: Connection): Promise<string | undefined> {
  const database = openDatabase(connection, {
    applicationName: 'millrace control',
    tenantConnections: 1,
    engineConnections: 1,
    onError: () => {},
  })
  try {
    await database.engineSql.query('SELECT $1::int', [1])
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    await database.close()
  }
}

async function startPgBouncer(folder: string, { host, port, user, password }: Connection) {
  const sessions = 4
  const listening = await freePort()
  const log = join(folder, 'pgbouncer.log')
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(
    settings,
    `[databases]
* = host=${host} port=${port} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listening}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 1000
server_idle_timeout = 1
logfile = ${log}
`,
  )
  await chmod(settings, 0o644)
  const { ids, initialises } = chooseSystemUser(join(folder, 'data'), undefined)
  const child = spawn(PROGRAM, [settings], { ...(initialises ?? ids), stdio: 'ignore' })
  process.once('exit', () => child.kill('SIGKILL'))
  const ask = () =>
    withAdmin({ host: '127.0.0.1', port: listening, user, password, database: 'postgres' }, async client =>
      client.query('SELECT 1'),
    )
  await eventually(
    () =>
      ask().then(
        () => true,
        () => child.exitCode !== null,
      ),
    Boolean,
  )
  if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${await readFile(log, 'utf8')}`)
  return {
    port: listening,
    sessions,
    version: execFileSync(PROGRAM, ['--version'], { encoding: 'utf8' }).split('\n', 1)[0] ?? '',
    async stop() {
      child.kill('SIGKILL')
    },
  }
}
