import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { createLasting, makeLastingFolder } from '#base/lasting-file.ts'
import { StartupError } from '#base/startup-error.ts'
import { prepareSharedHome, SHARED_HOME } from './binaries.ts'
import { canUse, type SystemUser } from './system-user.ts'

/** The folder of one cluster, with its data, its socket and the record of its owner. */
export interface Home {
  path: string
  data: string
  /** The folder of the socket, the only one besides its data that PostgreSQL writes to. */
  run: string
}

const idPath = (dataDir: string) => join(dataDir, 'instance-id')
/** Says in a shared home which data folder it belongs to. */
const DATA_FOLDER = 'data-folder'
const ID = /^[0-9a-f]{16}$/
const insidePath = (dataDir: string) => join(dataDir, 'postgres')

/** The home that belongs to this data folder, if it already has one. */
export function findHome(dataDir: string): Home | undefined {
  const inside = existsSync(insidePath(dataDir)) ? homeAt(insidePath(dataDir)) : undefined
  const elsewhere = existsSync(idPath(dataDir)) ? sharedHome(dataDir) : undefined
  if (inside && elsewhere && existsSync(inside.data) && existsSync(elsewhere.data)) {
    throw new StartupError(
      `${dataDir} has two databases, in ${inside.path} and in ${elsewhere.path}. Move the one that you do not want to ` +
        `keep to another place; with the second, remove ${idPath(dataDir)} as well.`,
    )
  }
  return inside && elsewhere
    ? [inside, elsewhere].find(({ data }) => existsSync(data))
    : (inside ?? elsewhere)
}

function sharedHome(dataDir: string): Home {
  const id = readFileSync(idPath(dataDir), 'utf8').trim()
  // An empty name would be the folder that all of them are in.
  if (!ID.test(id)) {
    throw new StartupError(
      `${idPath(dataDir)}, which names the folder of the database, is damaged. ${whichOne(dataDir)}`,
    )
  }
  const path = join(SHARED_HOME, id)
  if (existsSync(path)) return homeAt(path)
  throw new StartupError(
    `The database of ${dataDir} was in ${path} and is gone: restore that folder, or remove ${dataDir} to begin ` +
      'with an empty database.',
  )
}

/** Inside the data folder, or among the shared homes when PostgreSQL's user cannot enter it. */
export function createHome(dataDir: string, user: SystemUser): Home {
  refuseSecond(dataDir)
  if (canUse(user, dataDir, 'enter')) return homeAt(makeHome(insidePath(dataDir)))
  const id = randomBytes(8).toString('hex')
  const path = join(SHARED_HOME, id)
  makeSharedHome(path, dataDir, user)
  // Random, and kept in the data folder: another checkout at the same path never finds this data later.
  if (!createLasting(idPath(dataDir), `${id}\n`, 0o644)) rmSync(path, { recursive: true })
  return findHome(dataDir) as Home
}

/**
 * A data folder that has been in use, and has lost the name of its database, must not get an empty one. A new folder at
 * the path of one that was removed is not in use.
 */
function refuseSecond(dataDir: string): void {
  if (!existsSync(join(dataDir, 'postgres-password')) || databasesOf(dataDir).length === 0) return
  throw new StartupError(
    `${dataDir} has been in use, but ${idPath(dataDir)}, which names the folder of its database, is missing. ` +
      whichOne(dataDir),
  )
}

function whichOne(dataDir: string): string {
  const found = databasesOf(dataDir)
  if (found.length === 0) {
    return (
      `No folder in ${SHARED_HOME} has a database of ${dataDir}. Restore it from a backup, or remove ${dataDir} to ` +
      'begin with an empty database.'
    )
  }
  return (
    `Write the right name into it: ${found.map(id => `echo ${id} > '${idPath(dataDir)}'`).join(', or ')}. To begin with ` +
    `an empty database, remove ${dataDir}.`
  )
}

/** The shared homes with a database of this data folder. */
function databasesOf(dataDir: string): string[] {
  if (!existsSync(SHARED_HOME)) return []
  return readdirSync(SHARED_HOME).filter(id => {
    const path = join(SHARED_HOME, id)
    if (!ID.test(id) || !existsSync(join(path, 'data')) || !existsSync(join(path, DATA_FOLDER))) return false
    return readFileSync(join(path, DATA_FOLDER), 'utf8').trim() === dataDir
  })
}

function makeSharedHome(path: string, dataDir: string, user: SystemUser): void {
  try {
    prepareSharedHome()
    makeHome(path)
    createLasting(join(path, DATA_FOLDER), `${dataDir}\n`, 0o644)
  } catch {
    throw new StartupError(
      `PostgreSQL refuses to run as root, and ${user.name}, whom it would run as, can use neither ${dataDir} nor ` +
        `${SHARED_HOME}: set MILLRACE_DATA_DIR to a folder every user can enter, or set DATABASE_URL.`,
    )
  }
}

/** The folder itself belongs to this process's user, so that PostgreSQL's user cannot replace what is in it. */
function makeHome(path: string): string {
  makeLastingFolder(path, 0o711)
  chmodSync(path, 0o711)
  return path
}

/** The socket's folder, for the user that PostgreSQL now runs as. */
export function prepareRunFolder(home: Home, user: SystemUser): void {
  mkdirSync(home.run, { recursive: true })
  if (user.ids) chownSync(home.run, user.ids.uid, user.ids.gid)
  chmodSync(home.run, 0o700)
}

function homeAt(given: string): Home {
  // PostgreSQL's command line shows the real path, which identifies a left-over server.
  const path = realpathSync(given)
  return { path, data: join(path, 'data'), run: join(path, 'run') }
}
