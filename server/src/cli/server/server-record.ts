import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identify } from '#db/embedded/process-identity.ts'
import type { Addresses } from './addresses.ts'

/**
 * What a running server leaves in the data folder for other commands: they find it there also when PORT or an
 * address was given to the server alone.
 */
export interface ServerRecord extends Addresses {
  pid: number
  started_at: string
  /** Where it listens. What is published may be a proxy's address, which this machine need not reach. */
  listening: string
}

const recordPath = (dataDir: string) => join(dataDir, 'server.json')

/** Renamed into its place: nobody reads half of it. */
export function writeServerRecord(dataDir: string, record: ServerRecord): void {
  const path = recordPath(dataDir)
  const beside = `${path}.${process.pid}`
  // With a PostgreSQL and a master key of the operator's, nothing else has made the folder.
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(beside, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })
  renameSync(beside, path)
}

/** Only its own: with a PostgreSQL of the operator's, several servers may share a data folder. */
export function removeServerRecord(dataDir: string): void {
  if (readServerRecord(dataDir)?.pid === process.pid) rmSync(recordPath(dataDir), { force: true })
}

/** The record of a server whose process is there. A killed one leaves its record behind. */
export function livingServerRecord(dataDir: string): ServerRecord | undefined {
  const record = readServerRecord(dataDir)
  return record && identify(record.pid) ? record : undefined
}

function readServerRecord(dataDir: string): ServerRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(recordPath(dataDir), 'utf8'))
    return typeof record?.pid === 'number' && typeof record.listening === 'string' ? record : undefined
  } catch {
    return undefined
  }
}
