import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '#base/startup-error.ts'
import { prepareSharedHome, SHARED_HOME } from './binaries.ts'
import { syncFolder } from './sync-folder.ts'
import { canUse, type SystemUser } from './system-user.ts'

/** The folder of one cluster, with its data, its socket and the record of its owner. */
export interface Home {
  path: string
  data: string
  /** The folder of the socket, the only one besides its data that PostgreSQL writes to. */
  run: string
}

const idPath = (dataDir: string) => join(dataDir, 'instance-id')
const insidePath = (dataDir: string) => join(dataDir, 'postgres')

/** The home that belongs to this data folder, if it already has one. */
export function findHome(dataDir: string): Home | undefined {
  if (existsSync(insidePath(dataDir))) return homeAt(insidePath(dataDir))
  if (!existsSync(idPath(dataDir))) return undefined
  const path = join(SHARED_HOME, readFileSync(idPath(dataDir), 'utf8').trim())
  if (existsSync(path)) return homeAt(path)
  throw new StartupError(
    `The database of ${dataDir} was in ${path} and is gone: restore that folder, or remove ${dataDir} to begin ` +
      'with an empty database.',
  )
}

/** Inside the data folder, or among the shared homes when PostgreSQL's user cannot enter it. */
export function createHome(dataDir: string, user: SystemUser): Home {
  if (canUse(user, dataDir, 'enter')) return homeAt(makeHome(insidePath(dataDir)))
  const id = randomBytes(8).toString('hex')
  const path = join(SHARED_HOME, id)
  makeSharedHome(path, dataDir, user)
  try {
    // Random, and kept in the data folder: another checkout at the same path never finds this data later.
    writeFileSync(idPath(dataDir), `${id}\n`, { flag: 'wx' })
  } catch (error) {
    rmSync(path, { recursive: true })
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  syncFolder(dataDir)
  return findHome(dataDir) as Home
}

function makeSharedHome(path: string, dataDir: string, user: SystemUser): void {
  try {
    prepareSharedHome()
    makeHome(path)
    writeFileSync(join(path, 'data-folder'), `${dataDir}\n`)
  } catch {
    throw new StartupError(
      `PostgreSQL refuses to run as root, and ${user.name}, whom it would run as, can use neither ${dataDir} nor ` +
        `${SHARED_HOME}: set MILLRACE_DATA_DIR to a folder every user can enter, or set DATABASE_URL.`,
    )
  }
}

/** The folder itself belongs to this process's user, so that PostgreSQL's user cannot replace what is in it. */
function makeHome(path: string): string {
  mkdirSync(path, { recursive: true })
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
