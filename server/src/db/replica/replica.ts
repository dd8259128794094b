import type { Logger } from '#observability/logger.ts'
import { addGauge, type Metrics } from '#observability/metrics.ts'
import { askingBriefly, type Database, openDatabase } from '../database.ts'
import { createShares } from '../shares.ts'
import { type WatchedReplica, watchReplica } from './watch-replica.ts'

/** The standby that lists are read from. */
export interface Replica {
  readonly watch: WatchedReplica
  /** Its connections, for one kind of request. */
  of(kind: string): Pick<Database, 'engine' | 'tenant'>
  close(): Promise<void>
}

interface ReplicaOptions {
  readonly primary: Database
  readonly admission: Parameters<typeof createShares>[1]['admission']
  readonly logger: Logger
  readonly metrics: Metrics
}

/** It may be away: then it is used when it is there. */
export function openReplica(url: string, { primary, admission, logger, metrics }: ReplicaOptions): Replica {
  const database = openDatabase(
    { connectionString: url },
    {
      applicationName: 'millrace lists',
      tenantConnections: 10,
      engineConnections: 4,
      // What it says while it is away is said by who watches it.
      onError: () => {},
    },
  )
  const shares = createShares(database, { now: () => performance.now(), admission })
  const watch = watchReplica(
    { primary: askingBriefly(primary.engine), replica: askingBriefly(database.engine) },
    logger,
  )
  addGauge(metrics, 'millrace_replica_used', 'Whether lists are read from the replica.', () =>
    Number(watch.isUsed()),
  )
  addGauge(
    metrics,
    'millrace_replica_behind_seconds',
    'How far the replica is behind the primary.',
    () => (watch.behindMs() ?? Number.NaN) / 1_000,
  )
  return {
    watch,
    of: shares.of,
    async close() {
      await watch.stop()
      await database.close()
    },
  }
}
