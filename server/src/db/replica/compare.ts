import type { Sql } from '../sql.ts'
import { hasReached, type Position } from './position.ts'

/** What is the same on a server and on its replicas. */
interface Identity {
  /** Made by initdb, and copied with the files. */
  readonly system: string
  /** One more after each takeover. */
  readonly timeline: number
  readonly database: string
  /** The newest migration. */
  readonly schema: number
}

export interface PrimaryState extends Identity {
  readonly at: Date
  readonly position: Position
}

export interface ReplicaState extends Identity {
  /** Null on a server that follows no other. */
  readonly position: Position | null
  readonly lastCommit: Date | null
}

const IDENTITY = `
  (SELECT system_identifier::text FROM pg_control_system()) AS system,
  (SELECT timeline_id FROM pg_control_checkpoint()) AS timeline,
  (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database,
  (SELECT max(version) FROM migrations) AS schema`

export async function readPrimary(sql: Sql): Promise<PrimaryState> {
  const { rows } = await sql.query<PrimaryState>(
    `SELECT clock_timestamp() AS at, pg_current_wal_insert_lsn()::text AS position, ${IDENTITY}`,
  )
  return rows[0] as PrimaryState
}

export async function readReplica(sql: Sql): Promise<ReplicaState> {
  const { rows } = await sql.query<ReplicaState>(
    `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END AS position,
       pg_last_xact_replay_timestamp() AS "lastCommit", ${IDENTITY}`,
  )
  return rows[0] as ReplicaState
}

/** Why this is not a replica of the primary, or undefined. The replica's state was read before the primary's. */
export function whyForeign(replica: ReplicaState, primary: PrimaryState): string | undefined {
  if (replica.system !== primary.system) return 'it is a replica of another server'
  if (replica.database !== primary.database) return 'it is another database of the server'
  if (replica.position === null) return 'it is not a standby'
  if (replica.timeline !== primary.timeline || !hasReached(primary.position, replica.position)) {
    return 'it has not followed the last takeover of the primary'
  }
  if (replica.schema !== primary.schema) return 'it does not have the newest migrations yet'
  return undefined
}
