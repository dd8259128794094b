import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '../../server/src/db/embedded/binaries.ts'
import { startEmbedded } from '../../server/src/db/embedded/server.ts'
import { chooseSystemUser } from '../../server/src/db/embedded/system-user.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { makeJumpingClock } from './jumping-clock.ts'
import { eventually } from './millrace.ts'
import { type TestDatabase, urlOf } from './postgres.ts'
import { withAdmin } from './test-server.ts'

/** A separate PostgreSQL whose clock jumps while it serves. */
export interface JumpingPostgres {
  /** Migrated and empty. `drop` does nothing: it goes with the server. */
  readonly database: TestDatabase
  /** From now on its clock is off by this many seconds. */
  jump(seconds: number): void
  close(): Promise<void>
}

export async function startJumpingPostgres(): Promise<JumpingPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-jump-'))
  // mkdtemp closes the folder for other users; run as root, PostgreSQL is another user.
  chmodSync(folder, 0o711)
  const { jump, env } = makeJumpingClock(folder)
  const sockets = join(folder, 'run')
  const dataDir = join(folder, 'data')
  const usual = await startEmbedded({ dataDir, progress: () => {} })
  const { clusterDir, admin: before } = usual
  await migrate(before)
  await usual.stop()
  const user = chooseSystemUser(dataDir, clusterDir)
  execFileSync('mkdir', ['-m', '777', sockets])
  const server = spawn(
    join(findBinaries(user, () => {}).home, 'bin', 'postgres'),
    ['-D', clusterDir, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${sockets}`, '-p', '5432'],
    {
      ...user.ids,
      cwd: '/',
      stdio: 'ignore',
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...env },
    },
  )
  const exited = new Promise(resolve => server.once('exit', resolve))
  const connection = { ...before, host: sockets, port: 5432 }
  await eventually(
    () => withAdmin(connection, async () => true).catch(() => false),
    up => up,
    20_000,
  )
  return {
    database: { connection, url: urlOf(connection), drop: async () => {} },
    jump,
    async close() {
      server.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
