import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeLastingFolder } from '#base/lasting-file.ts'
import { findBinaries } from './binaries.ts'
import { giveTo, initialise, isInitialised, requireUsable, SUPERUSER } from './cluster.ts'
import { APPLICATION, applicationPassword, DATABASE, ensureDatabase } from './database.ts'
import { fileTrouble } from './file-trouble.ts'
import { createHome, findHome, type Home, prepareRunFolder } from './home.ts'
import { keepRunning } from './keep-running.ts'
import { clearLeftovers } from './leftover.ts'
import { addressOf, decideListening } from './listening.ts'
import { claimOwnership, livingOwner, type Ownership } from './owner.ts'
import { readOrCreatePassword, readPassword } from './password.ts'
import { type LaunchOptions, launch, type Postmaster } from './postmaster.ts'
import { openServerLog, type ServerLog } from './server-log.ts'
import type { Listening } from './settings.ts'
import { chooseSystemUser, type SystemUser } from './system-user.ts'

export interface EmbeddedConnection {
  host: string
  port: number
  user: string
  password: string
  database: string
}

export interface EmbeddedServer {
  /** As the application. Fits pg's ClientConfig. */
  connection: EmbeddedConnection
  /** As the superuser, for migrations. */
  admin: EmbeddedConnection
  clusterDir: string
  /** Resolves when PostgreSQL has ended, also when it was not asked to. */
  exited: Promise<void>
  /** Ends open connections, waits for the last write, and returns when PostgreSQL has exited. */
  stop(): Promise<void>
}

export interface StartOptions {
  dataDir: string
  /** Called with one sentence for each task that takes longer than a moment. */
  progress(sentence: string): void
  /** Where it is given, the server is started again when it ends by itself, and this is called with what happens. */
  revived?(sentence: string): void
}

const ATTACH_PATIENCE = 15_000

/** Runs Millrace's own PostgreSQL on the cluster of this data folder, which is created if there is none. */
export async function startEmbedded(options: StartOptions): Promise<EmbeddedServer> {
  const dataDir = resolve(options.dataDir)
  try {
    return await start(dataDir, options)
  } catch (error) {
    throw fileTrouble(error, dataDir)
  }
}

/** The server that another process runs on this data folder, or undefined if there is none. */
export async function attachEmbedded(options: {
  dataDir: string
}): Promise<Pick<EmbeddedServer, 'connection' | 'admin'> | undefined> {
  const dataDir = resolve(options.dataDir)
  const home = findHome(dataDir)
  const until = Date.now() + ATTACH_PATIENCE
  while (home) {
    const owner = livingOwner(home.path)
    if (!owner) return undefined
    if (owner.address) return connectionsTo(owner.address, readPassword(dataDir))
    // It is still starting.
    if (Date.now() > until) return undefined
    await sleep(50)
  }
  return undefined
}

async function start(dataDir: string, { progress, revived }: StartOptions): Promise<EmbeddedServer> {
  // As root, PostgreSQL's user has to pass through this folder; the secrets in it have their own modes.
  makeLastingFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
  const found = findHome(dataDir)
  const user = chooseSystemUser(dataDir, found && isInitialised(found) ? found.data : undefined)
  const home = found ?? createHome(dataDir, user)
  const ownership = claimOwnership(home.path)
  const log = openServerLog(dataDir, home.path)
  try {
    return await startOwned({ dataDir, home, user, ownership, log, progress, revived })
  } catch (error) {
    ownership.release()
    throw error
  } finally {
    log.close()
  }
}

interface Owned {
  dataDir: string
  home: Home
  user: SystemUser
  ownership: Ownership
  log: ServerLog
  progress: StartOptions['progress']
  revived: StartOptions['revived']
}

async function startOwned(owned: Owned): Promise<EmbeddedServer> {
  const { dataDir, home, user, ownership, log, progress, revived } = owned
  const binaries = findBinaries(user, progress)
  if (!isInitialised(home)) {
    progress('Preparing the database')
    await initialise(home, binaries, user, readOrCreatePassword(dataDir), log)
  }
  requireUsable(home, binaries)
  const password = readPassword(dataDir)
  prepareRunFolder(home, user)
  await clearLeftovers(home, progress)
  giveTo(home.data, user)
  const options = { home, binaries, user, log, progress }
  const { postmaster: first, listening } = await launchPatiently(options, () => decideListening(home.run))
  const address = addressOf(listening)
  const connections = connectionsTo(address, password)
  const postmaster = revived
    ? keepRunning(first, () => launchAgain({ ...options, progress: revived }, dataDir, listening), revived)
    : first
  try {
    await ensureDatabase(connections.admin)
    ownership.announce(address)
  } catch (error) {
    await postmaster.stop()
    throw error
  }
  return {
    ...connections,
    clusterDir: home.data,
    exited: postmaster.exited,
    async stop() {
      await postmaster.stop()
      ownership.release()
    },
  }
}

/**
 * Two failures pass by themselves: processes of a killed server that have not noticed it yet still hold its memory,
 * and another program may take the free port between its choice and its use.
 */
async function launchPatiently(
  options: Omit<LaunchOptions, 'listening'>,
  decide: () => Promise<Listening>,
): Promise<{ postmaster: Postmaster; listening: Listening }> {
  const passing =
    /pre-existing shared memory block|Address already in use|could not create any TCP\/IP sockets/
  let postmaster: Postmaster | undefined
  for (let attempt = 1; ; attempt++) {
    const before = options.log.written().length
    const listening = await decide()
    postmaster = await launch({ ...options, listening })
    if (postmaster) return { postmaster, listening }
    const failed = options.log.written().slice(before)
    if (attempt === 50 || !passing.test(failed)) throw options.log.failure('PostgreSQL did not start')
    await sleep(100)
  }
}

/** At the address where all connections expect it. The log is opened again, because the first start has closed it. */
async function launchAgain(
  options: Omit<LaunchOptions, 'listening' | 'log'>,
  dataDir: string,
  listening: Listening,
): Promise<Postmaster> {
  const log = openServerLog(dataDir, options.home.path)
  try {
    await clearLeftovers(options.home, options.progress)
    return (await launchPatiently({ ...options, log }, async () => listening)).postmaster
  } finally {
    log.close()
  }
}

function connectionsTo(address: { host: string; port: number }, password: string) {
  const admin = { ...address, user: SUPERUSER, password, database: DATABASE }
  return { admin, connection: { ...admin, user: APPLICATION, password: applicationPassword(password) } }
}
