import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '../../server/src/db/embedded/binaries.ts'
import { startEmbedded } from '../../server/src/db/embedded/server.ts'
import { chooseSystemUser, type SystemUser } from '../../server/src/db/embedded/system-user.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { makeJumpingClock } from './jumping-clock.ts'
import { eventually } from './millrace.ts'
import { type TestDatabase, urlOf } from './postgres.ts'
import { type Connection, withAdmin } from './test-server.ts'

/** A separate PostgreSQL whose clock jumps while it serves. */
export interface JumpingPostgres {
  /** Migrated and empty. `drop` does nothing: it goes with the server. */
  readonly database: TestDatabase
  /** From now on its clock is off by this many seconds. */
  jump(seconds: number): void
  close(): Promise<void>
}

/** What such servers are started from, each with its own clock. */
export interface JumpingCluster {
  start(): Promise<JumpingPostgres>
  /** Also closes the servers. */
  close(): Promise<void>
}

/** To create and migrate a cluster takes seconds, to copy one does not. */
export async function makeJumpingCluster(): Promise<JumpingCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-jump-'))
  // mkdtemp closes the folder for other users; run as root, PostgreSQL is another user.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const usual = await startEmbedded({ dataDir, progress: () => {} })
  const { clusterDir, admin } = usual
  await migrate(admin)
  await usual.stop()
  const user = chooseSystemUser(dataDir, clusterDir)
  const started: JumpingPostgres[] = []
  return {
    async start() {
      const place = join(folder, String(started.length))
      mkdirSync(place)
      const server = startServer(place, { clusterDir, user, admin })
      started.push(server)
      await eventually(
        () => withAdmin(server.database.connection, async () => true).catch(() => false),
        up => up,
      )
      return server
    },
    async close() {
      for (const server of started) await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Cluster {
  readonly clusterDir: string
  readonly user: SystemUser
  readonly admin: Connection
}

function startServer(place: string, { clusterDir, user, admin }: Cluster): JumpingPostgres {
  const { jump, env } = makeJumpingClock(place)
  const [copy, sockets] = [join(place, 'cluster'), join(place, 'run')]
  // With the owner of its files, who is not the one who copies them.
  execFileSync('cp', ['-a', clusterDir, copy])
  execFileSync('mkdir', ['-m', '777', sockets])
  const server = spawn(
    join(findBinaries(user, () => {}).home, 'bin', 'postgres'),
    ['-D', copy, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${sockets}`, '-p', '5432'],
    {
      ...user.ids,
      cwd: '/',
      stdio: 'ignore',
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...env },
    },
  )
  const exited = new Promise(resolve => server.once('exit', resolve))
  const connection = { ...admin, host: sockets, port: 5432 }
  return {
    database: { connection, url: urlOf(connection), drop: async () => {} },
    jump,
    async close() {
      server.kill('SIGINT')
      await exited
    },
  }
}
