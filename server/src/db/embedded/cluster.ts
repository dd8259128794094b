import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '#base/lasting-file.ts'
import { StartupError } from '#base/startup-error.ts'
import type { Binaries } from './binaries.ts'
import type { Home } from './home.ts'
import type { ServerLog } from './server-log.ts'
import type { Ids, SystemUser } from './system-user.ts'

export const SUPERUSER = 'millrace'

/** Creates a new cluster. It is renamed to its place when it is complete, so a partial one is never left there. */
export async function initialise(
  home: Home,
  binaries: Binaries,
  user: SystemUser,
  password: string,
  log: ServerLog,
): Promise<void> {
  removeUnfinished(home)
  // A new name each time: an initdb that outlived its killed owner must not write into this one.
  const workshop = `${home.data}.new-${randomBytes(4).toString('hex')}`
  const unfinished = join(workshop, 'data')
  const passwordFile = join(workshop, 'password')
  const creator = user.initialises ?? user.ids
  try {
    // Only this process and the group can enter it, even if other programs have the creator's user id.
    mkdirSync(workshop, { mode: 0o710 })
    if (creator) chownSync(workshop, 0, creator.gid)
    mkdirSync(unfinished, { mode: 0o700 })
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if (creator) {
      chownSync(unfinished, creator.uid, creator.gid)
      chownSync(passwordFile, creator.uid, creator.gid)
    }
    const { status, output } = await runInitdb(binaries, creator, [
      `--pgdata=${unfinished}`,
      `--pwfile=${passwordFile}`,
      `--username=${SUPERUSER}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // PostgreSQL's own C.UTF-8: the same sort order on every system, whatever its C library.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
      '--no-instructions',
    ])
    if (status !== 0) throw log.failure('PostgreSQL could not make its database', output)
    if (user.initialises) giveTo(unfinished, user)
    renameSync(unfinished, home.data)
    syncFolder(home.path)
  } finally {
    removeUnfinished(home)
  }
}

/** PostgreSQL only opens clusters of the same major version, and only as their owner. */
export function requireUsable(home: Home, binaries: Binaries): void {
  const uid = process.getuid?.()
  if (uid !== undefined && uid !== 0 && statSync(home.data).uid !== uid) {
    throw new StartupError(
      `The database in ${home.data} belongs to another user: start Millrace as that user, or set ` +
        'MILLRACE_DATA_DIR to another folder.',
    )
  }
  const version = readFileSync(join(home.data, 'PG_VERSION'), 'utf8').trim()
  if (version === binaries.major) return
  throw new StartupError(
    `The database in ${home.data} is of PostgreSQL ${version} and this Millrace brings ${binaries.major}: start it ` +
      'with the release that made it, or set MILLRACE_DATA_DIR to another folder.',
  )
}

/** A cluster that an earlier release left to `nobody`, and one that initdb has just made, get their own user. */
export function giveTo(cluster: string, { ids }: SystemUser): void {
  if (ids === undefined || statSync(cluster).uid === ids.uid) return
  for (const name of readdirSync(cluster, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(cluster, name), ids.uid, ids.gid)
  // Last: what an interrupted turn has left is completed by the next.
  lchownSync(cluster, ids.uid, ids.gid)
}

export const isInitialised = (home: Home) => existsSync(home.data)

function removeUnfinished(home: Home): void {
  for (const name of readdirSync(home.path)) {
    if (name.startsWith('data.new'))
      rmSync(join(home.path, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

function runInitdb(binaries: Binaries, creator: Ids | undefined, args: string[]) {
  return new Promise<{ status: number | null; output: string }>((resolve, reject) => {
    const child = spawn(join(binaries.home, 'bin', 'initdb'), args, {
      ...creator,
      cwd: '/',
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', chunk => {
      output += chunk
    })
    child.stderr.on('data', chunk => {
      output += chunk
    })
    child.on('error', reject)
    child.on('close', status => resolve({ status, output }))
  })
}

/** PG* variables of the shell would change what PostgreSQL's programs do, and LC_* the language of their messages. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}
