import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '#base/startup-error.ts'
import type { Config } from '#config/config.ts'
import { fileTrouble } from '#db/embedded/file-trouble.ts'
import { claimOwnership, type Ownership } from '#db/embedded/owner.ts'
import { borrowPostgres, type Postgres } from '#postgres.ts'
import { Failure } from '../terminal/failure.ts'

const PATIENCE = 30_000
const POLL = 50

/**
 * Where no server runs, a command starts the embedded PostgreSQL and takes it away again when it is done; another
 * command must not be using it by then. So commands that would start it wait for each other. On the database of a
 * running server they do not.
 */
export async function borrowInTurn(config: Config, progress: (sentence: string) => void): Promise<Postgres> {
  if (config.databaseUrl !== undefined) return borrowPostgres(config, progress)
  const turn = await waitForTurn(config.dataDir)
  try {
    const postgres = await borrowPostgres(config, progress)
    const startedHere = postgres.clusterDir !== undefined
    if (!startedHere) turn.release()
    return {
      ...postgres,
      async stop() {
        await postgres.stop()
        if (startedHere) turn.release()
      },
    }
  } catch (error) {
    turn.release()
    throw error
  }
}

async function waitForTurn(dataDir: string): Promise<Ownership> {
  const folder = join(dataDir, 'commands')
  try {
    // The mode is for the data folder, where this makes it: PostgreSQL's user has to pass through.
    mkdirSync(folder, { recursive: true, mode: 0o711 })
  } catch (error) {
    throw fileTrouble(error, dataDir)
  }
  for (const until = Date.now() + PATIENCE; ; await sleep(POLL)) {
    try {
      return claimOwnership(folder)
    } catch (error) {
      if (!(error instanceof StartupError)) throw fileTrouble(error, dataDir)
      if (Date.now() > until) {
        throw new Failure('Another `millrace` command is using the database. Wait for it to finish.')
      }
    }
  }
}
