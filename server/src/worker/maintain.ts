import type pg from 'pg'
import { inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { finishErasures } from '#erasure/finish-erasures.ts'
import { outlived } from '#organisations/secrets.ts'
import { retain } from './retention.ts'

/** One process at a time. The number is arbitrary, and ours. */
const LOCK = 7_236_414
const BATCH = 5_000
const ERASURES = 100

/** What has served its time, and the column that tells. */
const outdated = [
  {
    table: 'idempotent_answers',
    key: '(organisation_id, key_id, route, key)',
    when: `created_at < now() - interval '7 days'`,
  },
  { table: 'access_tokens', key: '(hash)', when: `expires_at < now() - interval '1 day'` },
  { table: 'strict_limits', key: '(key)', when: `touched < now() - interval '1 hour'` },
  {
    table: 'api_key_usage',
    key: '(organisation_id, key_id, slot)',
    when: `slot < now() - interval '1 hour'`,
  },
  { table: 'api_requests', key: '(organisation_id, key_id, id)', when: `at < now() - interval '7 days'` },
  { table: 'sessions', key: '(hash)', when: `created_at < now() - interval '30 days'` },
  { table: 'invitations', key: '(organisation_id, id)', when: `expires_at < now() - interval '1 day'` },
  { table: 'organisation_secrets', key: '(organisation_id, name)', when: outlived },
]

/**
 * Makes the partitions of the months ahead and deletes what nobody can ask for any more. Returns true when there was
 * more to delete than one turn takes. A process that finds another one at it leaves it alone.
 */
export async function maintain(engine: pg.Pool): Promise<boolean> {
  const outdatedMore = await inTransaction(engine, async tx => {
    const { rows } = await tx.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [LOCK])
    if (!rows[0]?.mine) return undefined
    await tx.query('SELECT create_month_partitions(2)')
    return deleteOutdated(tx)
  })
  if (outdatedMore === undefined) return false
  const erased = await inTransaction(engine, tx => finishErasures(tx, ERASURES))
  const oldMore = await retain(engine)
  return outdatedMore || erased === ERASURES || oldMore
}

async function deleteOutdated(tx: Sql): Promise<boolean> {
  let more = false
  for (const { table, key, when } of outdated) {
    // In batches: a long deletion would hold back vacuum, and whoever meets its locks.
    const columns = key.slice(1, -1)
    const { rowCount } = await tx.query(
      `DELETE FROM ${table} WHERE ${key} IN (
         SELECT ${columns} FROM ${table} WHERE ${when} LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [BATCH],
    )
    more ||= rowCount === BATCH
  }
  return more
}
