import type pg from 'pg'
import { outdatedAccess, outdatedLimits, outdatedLimitsOnNodes } from '#access/outdated.ts'
import { deletedConnection, outdatedDeliveries } from '#connections/outdated.ts'
import { jobLocks } from '#db/advisory-locks.ts'
import { inTransaction } from '#db/database.ts'
import { isDistributed } from '#db/distributed/of-organisation.ts'
import { anyOwner } from '#db/distributed/owners.ts'
import type { Sql } from '#db/sql.ts'
import { finishErasures } from '#erasure/finish-erasures.ts'
import { outdatedTokens } from '#feedback/tokens.ts'
import { outdatedMerges } from '#guests/merge/merge-records.ts'
import { outdatedAnswers } from '#idempotency/forget-answers.ts'
import { outdatedImports } from '#jobs/import/outdated-imports.ts'
import { isClockTrusted } from '#maintenance/trusted-clock.ts'
import { outdatedMembers } from '#members/outdated.ts'
import { finishMerges } from '#merging/finish-merges.ts'
import { outdatedNotices } from '#notices/outdated.ts'
import { outdatedSecrets } from '#organisations/secrets.ts'
import { outdatedSubscriptions } from '#subscriptions/outdated.ts'
import { retain } from './retention.ts'

const BATCH = 5_000
const ERASURES = 100
const MERGES = 100

const outdated = [
  outdatedAnswers,
  ...outdatedAccess,
  ...outdatedMembers,
  outdatedNotices,
  outdatedSecrets,
  ...outdatedDeliveries,
  outdatedTokens,
  ...outdatedImports,
  ...outdatedMerges,
  ...outdatedSubscriptions,
]

/**
 * Creates the partitions of the coming months and deletes what is no longer kept. Returns true when there was more to
 * delete than one turn takes. If another process is doing it, this one does nothing. While the clock is not trusted, only
 * guests whose deletion was requested are deleted.
 */
export async function maintain(engine: pg.Pool): Promise<boolean> {
  const distributed = isDistributed(engine)
  const deleted = await inTransaction(engine, async tx => {
    const { rows } = await tx.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      jobLocks.maintain,
    ])
    if (!rows[0]?.mine) return undefined
    await tx.query('SELECT create_month_partitions(2)')
    if (!(await isClockTrusted(tx))) return 'stopped'
    return deleteOutdated(tx, distributed ? [outdatedLimitsOnNodes] : outdated)
  })
  if (deleted === undefined) return false
  const more = await anyOwner({ engine }, 'organisations', async of => {
    const erased = await inTransaction(of.engine, tx => finishErasures(tx, ERASURES))
    const merged = await inTransaction(of.engine, tx => finishMerges(tx, MERGES))
    if (deleted === 'stopped') return erased === ERASURES || merged === MERGES
    const outdatedMore =
      distributed && (await inTransaction(of.engine, tx => deleteOutdated(tx, outdatedOnNodes)))
    const oldMore = await retain(of.engine)
    return outdatedMore || erased === ERASURES || merged === MERGES || oldMore
  })
  return more || deleted === true
}

async function deleteOutdated(tx: Sql, deletions: readonly string[]): Promise<boolean> {
  let more = false
  for (const deletion of deletions) {
    const { rowCount } = await tx.query(deletion, [BATCH])
    more ||= rowCount === BATCH
  }
  return more
}

/** Without what is not of an organisation. A deleted connection stays as an empty row: it is on every node, and what it had is not. */
const outdatedOnNodes = outdated.filter(
  deletion => deletion !== outdatedLimits && deletion !== deletedConnection,
)
