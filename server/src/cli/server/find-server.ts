import type { Config } from '#config/config.ts'
import { listeningAddress } from './addresses.ts'
import { livingServerRecord, type ServerRecord } from './server-record.ts'

export interface RunningServer {
  ready: boolean
  /** Undefined for a server that was found by its address alone. */
  record: ServerRecord | undefined
}

/** A machine that is busy answers late, and is running all the same. */
const PATIENCE = 10_000

/** The server of this data folder. It runs when it answers: a process id may belong to another program by now. */
export async function findServer(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'host' | 'port'>,
): Promise<RunningServer | undefined> {
  const record = livingServerRecord(config.dataDir)
  const recorded = record && (await askReadiness(record.listening))
  if (recorded !== undefined) return { ready: recorded, record }
  // On a PostgreSQL of the operator's the server may have another data folder. On the embedded one it cannot, and
  // what answers at that address is another server.
  if (config.databaseUrl === undefined) return undefined
  const ready = await askReadiness(listeningAddress(config))
  return ready === undefined ? undefined : { ready, record: undefined }
}

/** Undefined: nothing answers, or another program does. */
async function askReadiness(address: string): Promise<boolean | undefined> {
  try {
    const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(PATIENCE) })
    const { status } = (await answer.json()) as { status?: unknown }
    return status === 'ready' ? true : status === 'not_ready' ? false : undefined
  } catch {
    return undefined
  }
}
