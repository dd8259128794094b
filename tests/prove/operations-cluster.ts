import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { chmod, cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chooseSystemUser } from '../../server/src/db/embedded/system-user.ts'
import { freePort } from '../support/free-port.ts'
import { type TestDatabase, urlOf } from '../support/postgres.ts'
import { type Connection, withAdmin } from '../support/test-server.ts'
import type { Needed } from './proof.ts'

const run = promisify(execFile)

/** Servers of an operator's: with the tools for backups and standbys, which the embedded PostgreSQL does not bring. */
export interface Machine {
  /** The version, as '15.14'. */
  readonly version: string
  /** A folder for archived log files, which the servers may write to. */
  readonly archive: string
  initialise(settings: Readonly<Record<string, string>>): Promise<Cluster>
  /** A copy of what a running cluster has, taken while it works. */
  backUp(cluster: Cluster): Promise<Backup>
  close(): Promise<void>
}

export interface Cluster {
  readonly database: TestDatabase
  start(port?: number): Promise<void>
  /** As a crash: nothing is flushed, and what is not on disk is gone. */
  crash(): Promise<void>
  stop(): Promise<void>
  promote(): Promise<void>
  /** A standby of it at a free port, of its files while it is stopped for a moment: without pg_basebackup. */
  follow(): Promise<Cluster>
  change(settings: Readonly<Record<string, string>>): Promise<void>
  ask<Row extends object>(question: string): Promise<Row[]>
}

export interface Backup {
  /** A cluster of the backup, not started yet, at the port of the one that it was taken from. */
  restore(how: 'recovery' | 'standby', settings: Readonly<Record<string, string>>): Promise<Cluster>
}

/** The tools of the newest PostgreSQL of the system's that has everything. */
export function findTools(): string | undefined {
  const folders = globSync('/usr/lib/postgresql/*/bin').sort((one, other) =>
    other.localeCompare(one, 'en', { numeric: true }),
  )
  return folders.find(folder => existsSync(join(folder, 'pg_basebackup')))
}

/** The tools of the newest PostgreSQL of the system's in which Citus is installed. */
export function findCitusTools(): string | undefined {
  const [library] = globSync('/usr/lib/postgresql/*/lib/citus.so').sort().reverse()
  return library === undefined ? undefined : join(library, '../../bin')
}

export const citus: Needed = { name: 'citus', isThere: () => findCitusTools() !== undefined }

export const postgresql: Needed = { name: 'postgresql', isThere: () => findTools() !== undefined }

/** With the PostgreSQL whose programs are in the folder `tools`: that of the system, unless another is given. Its clusters lie in `parent`. */
export async function openMachine(tools = findTools(), parent = tmpdir()): Promise<Machine> {
  if (tools === undefined) {
    throw new Error(`there is no PostgreSQL with pg_basebackup: apt-get install ${postgresql.name}`)
  }
  const folder = mkdtempSync(join(parent, 'millrace-operations-'))
  // Run as root, PostgreSQL is another user, and has to pass through.
  await chmod(folder, 0o711)
  const chosen = chooseSystemUser(join(folder, 'data'), undefined)
  // initdb fails for a user that the system has no name for.
  const ids = chosen.initialises ?? chosen.ids
  const password = randomBytes(16).toString('hex')
  const options = { ...ids, cwd: '/', env: { PATH: process.env.PATH, PGPASSWORD: password } }
  const call = (tool: string, ...args: string[]) => run(join(tools, tool), args, options)
  const running = new Set<string>()
  let made = 0

  const newFolder = (name: string) => {
    const path = join(folder, `${name}-${++made}`)
    mkdirSync(path, { mode: 0o700 })
    if (ids !== undefined) chownSync(path, ids.uid, ids.gid)
    return path
  }
  const stopAll = () => {
    // After a fault, one may have ended by itself.
    for (const data of running) {
      spawnSync(join(tools, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], {
        ...options,
        stdio: 'ignore',
      })
    }
    running.clear()
  }
  process.once('exit', stopAll)

  function cluster(data: string, first: number): Cluster {
    const at = (port: number): Connection => ({
      host: '127.0.0.1',
      port,
      user: 'millrace',
      password,
      database: 'postgres',
    })
    let port = first
    const end = async (mode: string) => {
      await call('pg_ctl', '-D', data, '-w', '-m', mode, 'stop')
      running.delete(data)
    }
    return {
      database: { connection: at(first), url: urlOf(at(first)), drop: async () => {} },
      async start(another = port) {
        port = another
        const listening = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`
        const log = join(data, 'server.log')
        running.add(data)
        try {
          await call('pg_ctl', '-D', data, '-w', '-t', '120', '-l', log, '-o', listening, 'start')
        } catch (error) {
          // The folder goes with this command, so the reason is said here.
          const said = existsSync(log) ? readFileSync(log, 'utf8').slice(-2_000) : ''
          throw new Error(`PostgreSQL did not start in ${data}.\n${said}`, { cause: error })
        }
      },
      crash: () => end('immediate'),
      stop: () => end('fast'),
      async promote() {
        await call('pg_ctl', '-D', data, '-w', 'promote')
      },
      async follow() {
        await end('fast')
        const copied = newFolder('standby')
        await cp(data, copied, { recursive: true })
        await this.start()
        const { host, user } = at(port)
        const primary = `host=${host} port=${port} user=${user} password=${password} application_name=standby`
        configure(copied, { primary_conninfo: primary })
        writeFileSync(join(copied, 'standby.signal'), '')
        if (ids !== undefined) execFileSync('chown', ['-R', `${ids.uid}:${ids.gid}`, copied])
        const follower = cluster(copied, await freePort())
        await follower.start()
        return follower
      },
      change: settings =>
        withAdmin(at(port), async client => {
          for (const [name, value] of Object.entries(settings)) {
            await client.query(`ALTER SYSTEM SET ${name} = '${value}'`)
          }
          await client.query('SELECT pg_reload_conf()')
        }),
      ask: question => withAdmin(at(port), async client => (await client.query(question)).rows),
    }
  }

  const archive = newFolder('archive')
  const { stdout } = await call('postgres', '--version')
  return {
    version: stdout.trim().split(' ').at(2) ?? '',
    archive,
    async initialise(settings) {
      const data = newFolder('data')
      const passwordFile = join(newFolder('password'), 'password')
      writeFileSync(passwordFile, password, { mode: 0o644 })
      await call(
        'initdb',
        ...['-D', data, '-U', 'millrace', '-E', 'UTF8', '--data-checksums'],
        ...['--auth=scram-sha-256', `--pwfile=${passwordFile}`],
      )
      configure(data, settings)
      const made = cluster(data, await freePort())
      await made.start()
      return made
    },
    async backUp({ database: { connection } }) {
      const base = newFolder('base')
      await call(
        'pg_basebackup',
        ...['-D', base, '-h', connection.host, '-p', String(connection.port), '-U', connection.user],
        ...['--checkpoint=fast', '--wal-method=stream'],
      )
      return {
        async restore(how, settings) {
          const data = newFolder('restored')
          await cp(base, data, { recursive: true })
          configure(data, settings)
          writeFileSync(join(data, `${how}.signal`), '')
          if (ids !== undefined) execFileSync('chown', ['-R', `${ids.uid}:${ids.gid}`, data])
          return cluster(data, connection.port)
        },
      }
    },
    async close() {
      stopAll()
      process.off('exit', stopAll)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function configure(data: string, settings: Readonly<Record<string, string>>): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  appendFileSync(join(data, 'postgresql.auto.conf'), lines.join(''))
}
