import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '../../server/src/db/embedded/binaries.ts'
import { chooseSystemUser } from '../../server/src/db/embedded/system-user.ts'
import { type Cluster, openMachine } from '../prove/operations-cluster.ts'
import { urlOf } from './postgres.ts'

/** A primary and its streaming standby, with the programs of the embedded PostgreSQL. */
export interface Pair {
  readonly primary: Cluster
  readonly standby: Cluster
  /** A database of a user who is no superuser, on both. */
  readonly url: string
  readonly readUrl: string
  /** The standby receives and does not replay. */
  pause(): Promise<void>
  resume(): Promise<void>
  close(): Promise<void>
}

export async function openPair(): Promise<Pair> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-standby-'))
  const binaries = findBinaries(chooseSystemUser(join(folder, 'data'), undefined), () => {})
  await rm(folder, { recursive: true })
  const machine = await openMachine(join(binaries.home, 'bin'))
  const primary = await machine.initialise({})
  await primary.ask(`CREATE ROLE operator LOGIN CREATEROLE PASSWORD 'operator'`)
  await primary.ask('CREATE DATABASE venues OWNER operator')
  const standby = await primary.follow()
  const urlAt = ({ database: { connection } }: Cluster) =>
    urlOf({ ...connection, user: 'operator', password: 'operator', database: 'venues' })
  return {
    primary,
    standby,
    url: urlAt(primary),
    readUrl: urlAt(standby),
    async pause() {
      await standby.ask('SELECT pg_wal_replay_pause()')
    },
    async resume() {
      await standby.ask('SELECT pg_wal_replay_resume()')
    },
    close: machine.close,
  }
}
