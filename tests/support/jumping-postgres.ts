import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '../../server/src/db/embedded/binaries.ts'
import { startEmbedded } from '../../server/src/db/embedded/server.ts'
import { chooseSystemUser } from '../../server/src/db/embedded/system-user.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { eventually } from './millrace.ts'
import { type TestDatabase, urlOf } from './postgres.ts'
import { withAdmin } from './test-server.ts'

/** The clock is put in front of PostgreSQL's by a few lines of C. */
export const canJump = spawnSync('cc', ['--version']).status === 0

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
  const [library, clock, sockets] = ['clock.so', 'clock', 'run'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ]
  execFileSync('cc', [
    '-shared',
    '-fPIC',
    '-o',
    library,
    join(import.meta.dirname, 'jumping-clock.c'),
    '-ldl',
  ])
  const jump = (seconds: number) => {
    const offset = Buffer.alloc(8)
    offset.writeBigInt64LE(BigInt(seconds))
    // In place: who reads it has it mapped.
    writeFileSync(clock, offset, { flag: 'r+' })
  }
  writeFileSync(clock, Buffer.alloc(8))
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
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', LD_PRELOAD: library, JUMPING_CLOCK: clock },
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
