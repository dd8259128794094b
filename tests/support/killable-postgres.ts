import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLockFile } from '../../server/src/db/embedded/lock-file.ts'
import { type EmbeddedServer, startEmbedded } from '../../server/src/db/embedded/server.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { type TestDatabase, urlOf } from './postgres.ts'
import { withAdmin } from './test-server.ts'

/** A separate PostgreSQL that can be killed, and that comes back at the same address. */
export interface KillablePostgres {
  /** Migrated and empty. `drop` does nothing: it goes with the server. */
  readonly database: TestDatabase
  /** SIGKILL of the postmaster: nothing is flushed, no client is notified. Returns when the postmaster has ended. */
  kill(): Promise<void>
  /** Returns when it has recovered and takes connections. */
  restart(): Promise<void>
  /** For the control: from now on a commit is answered before it is on disk. */
  loseCommits(): Promise<void>
  close(): Promise<void>
}

export async function startKillablePostgres(): Promise<KillablePostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-kill-'))
  // mkdtemp closes the folder for other users; run as root, PostgreSQL is another user.
  await chmod(folder, 0o711)
  const start = () => startEmbedded({ dataDir: join(folder, 'data'), progress: () => {} })
  let server: EmbeddedServer = await start()
  const { admin: connection } = server
  await migrate(connection)
  return {
    database: { connection, url: urlOf(connection), drop: async () => {} },
    async kill() {
      process.kill(readLockFile(server.clusterDir)?.pid as number, 'SIGKILL')
      await server.exited
      await server.stop()
    },
    async restart() {
      server = await start()
      const { host, port } = server.connection
      if (host !== connection.host || port !== connection.port) {
        throw new Error('PostgreSQL came back at another address: set TMPDIR to a folder with a shorter path')
      }
    },
    async loseCommits() {
      await withAdmin(connection, async client => {
        await client.query(`ALTER DATABASE ${connection.database} SET synchronous_commit = off`)
        await client.query(`ALTER SYSTEM SET wal_writer_delay = '10s'`)
        await client.query('SELECT pg_reload_conf()')
      })
    },
    async close() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
