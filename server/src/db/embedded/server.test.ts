import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { StartupError } from '#base/startup-error.ts'
import { migrate } from '../migrate.ts'
import { SHARED_HOME } from './binaries.ts'
import { readLockFile } from './lock-file.ts'
import { identify } from './process-identity.ts'
import { attachEmbedded, type EmbeddedConnection, type EmbeddedServer, startEmbedded } from './server.ts'
import { temporaryDataFolder } from './testing/data-folder.ts'

const isRoot = process.getuid?.() === 0

let prepared: string

/** Creating a cluster takes longer than most of these tests; tests about something else start from a copy. */
beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'millrace-embedded-'))
  chmodSync(prepared, 0o755)
  const server = await startEmbedded({ dataDir: join(prepared, 'data'), progress: () => {} })
  await server.stop()
})

afterAll(() => rmSync(prepared, { recursive: true, force: true }))

function preparedDataFolder(options: Parameters<typeof temporaryDataFolder>[0] = {}): string {
  const dataDir = temporaryDataFolder(options)
  execFileSync('cp', ['-a', join(prepared, 'data'), dataDir])
  return dataDir
}

async function start(
  dataDir: string,
  progress: (sentence: string) => void = () => {},
): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, progress })
  onTestFinished(() => server.stop())
  return server
}

async function query(connection: EmbeddedConnection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const owners: ChildProcess[] = []
const ownedServers: number[] = []

afterEach(async () => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL')
  // The folders are removed next, so no server may still write into them.
  for (const pid of ownedServers.splice(0)) await until(() => identify(pid) === undefined)
})

async function startInAnotherProcess(
  dataDir: string,
): Promise<{ owner: ChildProcess; connection: EmbeddedConnection }> {
  const script = fileURLToPath(new URL('testing/owner-process.ts', import.meta.url))
  const owner = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'ignore'] })
  owners.push(owner)
  for await (const line of createInterface(owner.stdout)) {
    ownedServers.push(readLockFile(join(dataDir, 'postgres', 'data'))?.pid as number)
    return { owner, connection: JSON.parse(line) }
  }
  throw new Error('the owner ended before its server was ready')
}

const postmasterPid = (server: { clusterDir: string }) => readLockFile(server.clusterDir)?.pid as number

const until = (condition: () => boolean) => expect.poll(condition, { interval: 20 }).toBe(true)

describe('the embedded server', () => {
  test('keeps its data over a stop, and makes no second cluster for it', async () => {
    const dataDir = preparedDataFolder()
    const first = await start(dataDir)
    await query(first.admin, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()
    await first.stop()
    const made = () => statSync(join(first.clusterDir, 'PG_VERSION')).ino
    const before = made()
    const sentences: string[] = []
    const second = await start(dataDir, sentence => sentences.push(sentence))
    // Creating a cluster is the slow part.
    expect([sentences, made()]).toEqual([[], before])
    expect(await query(second.admin, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  test('is durable, in UTF-8, with checksums, and asks for a password', async () => {
    const dataDir = preparedDataFolder()
    const { admin: connection } = await start(dataDir)
    const settings = await query(
      connection,
      `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
              current_setting('data_checksums') AS checksums, current_setting('server_encoding') AS encoding,
              lower('ÄÖÜ') AS lower, current_setting('listen_addresses') AS tcp`,
    )
    expect(settings).toEqual([
      { fsync: 'on', commit: 'on', checksums: 'on', encoding: 'UTF8', lower: 'äöü', tcp: '' },
    ])
    await expect(query({ ...connection, password: 'wrong' }, 'SELECT 1')).rejects.toThrow(
      /password authentication/,
    )
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600)
  })

  test('writes no values of rows into its log', async () => {
    const dataDir = preparedDataFolder()
    const { admin: connection } = await start(dataDir)
    await query(connection, 'CREATE TABLE guests (email text PRIMARY KEY)')
    const insert = "INSERT INTO guests VALUES ('guest@example.com')"
    await query(connection, insert)
    await expect(query(connection, insert)).rejects.toThrow(/duplicate key/)
    await expect(query(connection, "SELECT 'guest@example.com'::uuid")).rejects.toThrow(/invalid input/)
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('guest@example.com')
  })

  test('stays on its own session, out of reach of the terminal', async () => {
    const server = await start(preparedDataFolder())
    const stat = readFileSync(`/proc/${postmasterPid(server)}/stat`, 'utf8')
    const session = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3])
    expect(session).toBe(postmasterPid(server))
  })

  test('listens on the loopback address when the path is too long for a socket', async () => {
    const server = await start(preparedDataFolder({ name: `${'long '.repeat(20)}name` }))
    expect(server.admin.host).toBe('127.0.0.1')
    expect(await query(server.admin, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('works in a folder with a name that needs care', async () => {
    const server = await start(temporaryDataFolder({ name: `-a, "b" c's \\d $e` }))
    expect(await query(server.admin, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})

describe('the owner of the data folder', () => {
  test('is refused while another one lives, and may attach', async () => {
    const dataDir = preparedDataFolder()
    const { owner } = await startInAnotherProcess(dataDir)
    await expect(startEmbedded({ dataDir, progress: () => {} })).rejects.toThrow(
      new StartupError(
        `Millrace is already running on this data folder (pid ${owner.pid}). Stop it, or set MILLRACE_DATA_DIR to ` +
          'another folder.',
      ),
    )
    const attached = await attachEmbedded({ dataDir })
    expect(await query(attached?.connection as EmbeddedConnection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('has nothing to attach to when none runs', async () => {
    expect(await attachEmbedded({ dataDir: temporaryDataFolder() })).toBeUndefined()
    const dataDir = preparedDataFolder()
    const server = await startEmbedded({ dataDir, progress: () => {} })
    await server.stop()
    expect(await attachEmbedded({ dataDir })).toBeUndefined()
  })

  test('leaves no orphan when it is killed, and the next start works', async () => {
    const dataDir = preparedDataFolder()
    const { owner, connection } = await startInAnotherProcess(dataDir)
    await query(connection, 'CREATE TABLE kept AS SELECT 42 AS answer')
    const pid = readLockFile(join(dataDir, 'postgres', 'data'))?.pid as number
    owner.kill('SIGKILL')
    await until(() => identify(pid) === undefined)
    expect(await attachEmbedded({ dataDir })).toBeUndefined()
    const server = await start(dataDir)
    expect(await query(server.admin, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  test('takes over at once from one that was killed', async () => {
    const dataDir = preparedDataFolder()
    const { owner, connection } = await startInAnotherProcess(dataDir)
    await query(connection, 'CREATE TABLE kept AS SELECT 42 AS answer')
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    const server = await start(dataDir)
    expect(await query(server.admin, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  test('stops a server whose watcher was killed together with its owner', async () => {
    const dataDir = preparedDataFolder()
    const { owner } = await startInAnotherProcess(dataDir)
    const pid = readLockFile(join(dataDir, 'postgres', 'data'))?.pid as number
    process.kill(watcherOf(pid), 'SIGKILL')
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    await sleep(300)
    expect(identify(pid)).toBeDefined()
    const sentences: string[] = []
    const server = await start(dataDir, sentence => sentences.push(sentence))
    expect(sentences).toEqual([
      `Stopping the PostgreSQL that an earlier Millrace left running (process ${pid})`,
    ])
    expect(identify(pid)).toBeUndefined()
    expect(await query(server.admin, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('recovers when PostgreSQL itself was killed', async () => {
    const dataDir = preparedDataFolder()
    const server = await startEmbedded({ dataDir, progress: () => {} })
    await query(server.admin, 'CREATE TABLE kept AS SELECT 42 AS answer')
    process.kill(postmasterPid(server), 'SIGKILL')
    await server.exited
    await server.stop()
    const again = await start(dataDir)
    expect(await query(again.admin, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  test('is not stopped by lock files whose process id belongs to someone else now', async () => {
    const dataDir = preparedDataFolder()
    const server = await startEmbedded({ dataDir, progress: () => {} })
    await server.stop()
    const bystander = spawn('/bin/sleep', ['60'], { stdio: 'ignore', ...ownerOf(server.clusterDir) })
    onTestFinished(() => {
      bystander.kill()
    })
    const stale = `${bystander.pid}\n${server.clusterDir}\n1700000000\n5432\n\n\n\nready\n`
    writeFileSync(join(server.clusterDir, 'postmaster.pid'), stale)
    const run = join(dirname(server.clusterDir), 'run')
    writeFileSync(join(run, '.s.PGSQL.5432.lock'), stale)
    writeFileSync(join(run, '.s.PGSQL.5432'), '')
    writeFileSync(
      join(dirname(server.clusterDir), 'owner.json'),
      JSON.stringify({ pid: bystander.pid, started: 'long ago' }),
    )
    const again = await start(dataDir)
    expect(await query(again.admin, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(identify(bystander.pid as number)).toBeDefined()
  })

  test('is one of many that start at the same moment over the record of a dead one', async () => {
    const dataDir = preparedDataFolder()
    writeFileSync(join(dataDir, 'postgres', 'owner.json'), JSON.stringify({ pid: 1, started: 'long ago' }))
    const starts = await Promise.allSettled([1, 2, 3, 4].map(() => startInAnotherProcess(dataDir)))
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('a start that cannot be', () => {
  test('never leaves half a cluster', async () => {
    const dataDir = temporaryDataFolder()
    const home = join(dataDir, 'postgres')
    mkdirSync(join(home, 'data.new-dead'), { recursive: true })
    chmodSync(dataDir, 0o755)
    chmodSync(home, 0o755)
    writeFileSync(join(home, 'data.new-dead', 'PG_VERSION'), '18')
    await start(dataDir)
    expect(readdirSync(home).sort()).toEqual(['data', 'owner.json', 'run'])
  })

  test('says what to do about a cluster of another version', async () => {
    const dataDir = preparedDataFolder()
    const server = await startEmbedded({ dataDir, progress: () => {} })
    await server.stop()
    writeFileSync(join(server.clusterDir, 'PG_VERSION'), '17\n')
    await expect(startEmbedded({ dataDir, progress: () => {} })).rejects.toThrow(/is of PostgreSQL 17/)
  })

  test('quotes the log when PostgreSQL refuses', async () => {
    const dataDir = preparedDataFolder()
    const server = await startEmbedded({ dataDir, progress: () => {} })
    await server.stop()
    writeFileSync(join(server.clusterDir, 'postgresql.conf'), 'no_such_setting = 1\n')
    const failure = startEmbedded({ dataDir, progress: () => {} })
    await expect(failure).rejects.toThrow(/no_such_setting/)
    await expect(failure).rejects.toThrow(join(dataDir, 'postgres.log'))
    await expect(failure).rejects.toBeInstanceOf(StartupError)
  })

  test('says that the data folder is a file', async () => {
    const dataDir = temporaryDataFolder()
    writeFileSync(dataDir, '')
    await expect(startEmbedded({ dataDir, progress: () => {} })).rejects.toThrow(/is not a folder/)
  })

  test.runIf(!isRoot)('says that the folder cannot be written', async () => {
    const dataDir = temporaryDataFolder()
    mkdirSync(dataDir, { mode: 0o500 })
    await expect(startEmbedded({ dataDir, progress: () => {} })).rejects.toThrow(/cannot write to/)
  })
})

test('the application is not the superuser, and cannot become the owner of the audit log', async () => {
  const { connection, admin } = await start(preparedDataFolder())
  await migrate(admin)
  const role = 'SELECT rolsuper, rolcreaterole, rolbypassrls FROM pg_roles WHERE rolname = session_user'
  expect(await query(connection, role)).toEqual([
    { rolsuper: false, rolcreaterole: false, rolbypassrls: false },
  ])
  await expect(query(connection, 'SET ROLE millrace_audit')).rejects.toThrow(/permission denied/)
  for (const allowed of ['millrace_engine', 'millrace_tenant'])
    expect(await query(connection, `SET ROLE ${allowed}`)).toEqual([])
})

describe.runIf(isRoot)('as root', () => {
  /** As another service that runs as `nobody`. */
  const readAsNobody = (path: string) =>
    spawnSync('cat', [path], { ...nobody(), cwd: '/', stdio: 'ignore' }).status

  test('the database belongs to a user id that nothing else on the machine has', async () => {
    const server = await start(preparedDataFolder())
    const { uid } = statSync(`/proc/${postmasterPid(server)}`)
    expect(passwd().map(user => user.uid)).not.toContain(uid)
    expect(statSync(server.clusterDir)).toMatchObject({ uid })
    expect(statSync(join(server.clusterDir, 'PG_VERSION'))).toMatchObject({ uid })
    expect(readAsNobody(join(server.clusterDir, 'PG_VERSION'))).not.toBe(0)
  })

  test('a database that was left to `nobody` gets its own user id at the next start', async () => {
    const dataDir = preparedDataFolder()
    const cluster = join(dataDir, 'postgres', 'data')
    const { uid, gid } = nobody()
    execFileSync('chown', ['-R', `${uid}:${gid}`, cluster])
    expect(readAsNobody(join(cluster, 'PG_VERSION'))).toBe(0)
    const server = await start(dataDir)
    expect(await query(server.admin, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(readAsNobody(join(cluster, 'PG_VERSION'))).not.toBe(0)
    expect(statSync(join(cluster, 'base')).uid).toBe(statSync(`/proc/${postmasterPid(server)}`).uid)
  })

  test('keeps the cluster elsewhere when only root can enter the data folder', async () => {
    const dataDir = temporaryDataFolder({ mode: 0o700 })
    const first = await start(dataDir)
    expect(first.clusterDir.startsWith(SHARED_HOME)).toBe(true)
    await query(first.admin, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()
    const second = await start(dataDir)
    expect(second.clusterDir).toBe(first.clusterDir)
    expect(await query(second.admin, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    expect(existsSync(join(dataDir, 'postgres-password'))).toBe(true)
  })

  test('says so when the cluster that was kept elsewhere is gone', async () => {
    const dataDir = temporaryDataFolder()
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'instance-id'), 'feedfacefeedface\n')
    await expect(startEmbedded({ dataDir, progress: () => {} })).rejects.toThrow(/is gone: restore/)
  })

  test.each(['', '\n', '../data', 'feedface'])(
    'refuses the name %j of a folder, which is none, instead of beginning with an empty database',
    async name => {
      const dataDir = temporaryDataFolder()
      mkdirSync(dataDir)
      writeFileSync(join(dataDir, 'instance-id'), name)
      await expect(startEmbedded({ dataDir, progress: () => {} })).rejects.toThrow(
        /instance-id, which names the folder of the database, is damaged\..*begin with an empty database/,
      )
      expect(existsSync(join(SHARED_HOME, 'data'))).toBe(false)
    },
  )

  test('finds the database whose name was lost, instead of making a second one', async () => {
    const dataDir = temporaryDataFolder({ mode: 0o700 })
    const first = await start(dataDir)
    await query(first.admin, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()
    const file = join(dataDir, 'instance-id')
    const name = readFileSync(file, 'utf8').trim()
    const advice = `Write the right name into it: echo ${name} > '${file}'.`
    const refused = () => expect(startEmbedded({ dataDir, progress: () => {} })).rejects.toThrow(advice)
    writeFileSync(file, '')
    await refused()
    rmSync(file)
    await refused()
    writeFileSync(file, `${name}\n`)
    const second = await start(dataDir)
    expect(await query(second.admin, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    await second.stop()
    mkdirSync(join(dataDir, 'postgres', 'data'), { recursive: true })
    await expect(startEmbedded({ dataDir, progress: () => {} })).rejects.toThrow(/has two databases, in/)
  })
})

function passwd(): { name: string; uid: number; gid: number }[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

function nobody(): { uid: number; gid: number } {
  const found = passwd().find(({ name }) => name === 'nobody')
  if (found === undefined) throw new Error('this machine has no user nobody')
  return { uid: found.uid, gid: found.gid }
}

function ownerOf(path: string): { uid?: number; gid?: number } {
  const { uid, gid } = statSync(path)
  return isRoot ? { uid, gid } : {}
}

function watcherOf(pid: number): number {
  for (const entry of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      const args = readFileSync(`/proc/${entry}/cmdline`, 'utf8').split('\0')
      if (args.includes('millrace-postgres-watcher') && args.includes(String(pid))) return Number(entry)
    } catch {}
  }
  throw new Error(`no watcher of ${pid}`)
}
