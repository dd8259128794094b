import type { RepairProgress, RepairResult } from '@millrace/contract/job'
import { faultPoint } from '#base/fault-point.ts'
import type { Database } from '#db/database.ts'
import { inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { JobRefused } from '#jobs/errors.ts'
import { finish, isStillOurs, type Leased, release } from '#jobs/lease.ts'
import type { OrganisationFactsCache } from '#venues/organisation-facts.ts'
import { readAgain } from '../change-connection.ts'
import { factsOf, type StoredDelivery } from '../read-delivery.ts'
import { compareDeliveries } from './compare-deliveries.ts'
import { countDifferences, countMade, deliveriesToRead, storeDifferences } from './difference-rows.ts'
import type { Repair } from './start-repair.ts'

export interface RepairParts {
  readonly database: Pick<Database, 'engine'>
  readonly organisations: OrganisationFactsCache
}

/** Each may take a second of the processor's time; together less than a lease. */
const COMPARED_AT_ONCE = 10
const READ_AT_ONCE = 50
const LOOK_AGAIN_SECONDS = 0.5

/**
 * One portion of a repair. It can be repeated: a difference is stored once with its portion, and a delivery that is read
 * again makes each event once. Events are made by the one that reads deliveries, not here.
 */
export async function repairPortion(parts: RepairParts, leased: Leased): Promise<void> {
  const { comparison } = leased.request as Repair
  return comparison === null ? comparePortion(parts, leased) : applyPortion(parts, leased, comparison)
}

async function comparePortion({ database, organisations }: RepairParts, leased: Leased): Promise<void> {
  const { engine } = database
  const { organisationId } = leased
  const { connection_id: connectionId } = leased.request as Repair
  const progress = leased.progress as RepairProgress
  const connection = await requirePresent(engine, leased)
  const facts = await factsOf(engine, organisations, organisationId)
  const total = progress.total || (await countDeliveries(engine, organisationId, connectionId))
  const comparing = { organisationId, connectionId, connection, facts }
  const compared = await compareDeliveries(engine, comparing, progress.delivery_id, COMPARED_AT_ONCE)
  faultPoint('repair:compared')
  await inTransaction(engine, async tx => {
    if (!(await isStillOurs(tx, leased))) return
    await storeDifferences(tx, leased, connectionId, compared)
    const next: RepairProgress = {
      delivery_id: compared.at(-1)?.deliveryId ?? progress.delivery_id,
      deliveries: progress.deliveries + compared.length,
      total,
    }
    if (compared.length === COMPARED_AT_ONCE) return release(tx, leased, next, 0)
    const result: RepairResult = { deliveries: next.deliveries, ...(await countDifferences(tx, leased)) }
    return finish(tx, leased, { status: 'done', result, progress: next })
  })
  faultPoint('repair:stored')
}

async function applyPortion({ database }: RepairParts, leased: Leased, comparison: string): Promise<void> {
  const { organisationId } = leased
  const { connection_id: connectionId } = leased.request as Repair
  const progress = leased.progress as RepairProgress
  const compared = { organisationId, id: comparison }
  await inTransaction(database.engine, async tx => {
    if (!(await isStillOurs(tx, leased))) return
    const total = progress.total || (await countToRead(tx, compared))
    const ids = await deliveriesToRead(tx, compared, progress.delivery_id, READ_AT_ONCE)
    if (ids.length > 0) {
      // By the mapping that was compared: no other is saved before this transaction ends.
      await requirePresent(tx, leased, 'FOR SHARE')
      await readAgain(tx, organisationId, connectionId, ['held', 'failed', 'done'], ids)
      const next = { delivery_id: ids.at(-1) as string, deliveries: progress.deliveries + ids.length, total }
      return release(tx, leased, next, 0)
    }
    if (await isBeingRead(tx, compared))
      return release(tx, leased, { ...progress, total }, LOOK_AGAIN_SECONDS)
    const result: RepairResult = { deliveries: progress.deliveries, made: await countMade(tx, compared) }
    return finish(tx, leased, { status: 'done', result, progress: { ...progress, total } })
  })
  faultPoint('repair:queued')
}

/** Throws JobRefused where the mapping is not the one that the repair is about. */
async function requirePresent(
  sql: Sql,
  { organisationId, request }: Leased,
  hold: '' | 'FOR SHARE' = '',
): Promise<Pick<StoredDelivery, 'vendor' | 'mapping' | 'aliases'>> {
  const { connection_id, version } = request as Repair
  const { rows } = await sql.query<Pick<StoredDelivery, 'vendor' | 'mapping' | 'aliases'>>(
    `SELECT vendor, mapping, aliases FROM connections
     WHERE organisation_id = $1 AND id = $2 AND mapping_version = $3 AND deleted_at IS NULL ${hold}`,
    [organisationId, connection_id, version],
  )
  if (rows[0] === undefined) throw new JobRefused('The mapping was changed meanwhile. Compare again.')
  return rows[0]
}

async function countDeliveries(sql: Sql, organisationId: string, connectionId: string): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM connection_deliveries
     WHERE organisation_id = $1 AND connection_id = $2 AND state <> 'waiting'`,
    [organisationId, connectionId],
  )
  return rows[0]?.total ?? 0
}

async function countToRead(sql: Sql, compared: { organisationId: string; id: string }): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    `SELECT count(DISTINCT delivery_id)::int AS total FROM connection_differences
     WHERE organisation_id = $1 AND job_id = $2 AND kind = 'new'`,
    [compared.organisationId, compared.id],
  )
  return rows[0]?.total ?? 0
}

/** Whether one of the deliveries still waits. */
async function isBeingRead(sql: Sql, compared: { organisationId: string; id: string }): Promise<boolean> {
  const { rowCount } = await sql.query(
    `SELECT FROM connection_differences d
     JOIN connection_deliveries c ON c.organisation_id = d.organisation_id AND c.id = d.delivery_id
     WHERE d.organisation_id = $1 AND d.job_id = $2 AND d.kind = 'new' AND c.state = 'waiting' LIMIT 1`,
    [compared.organisationId, compared.id],
  )
  return rowCount === 1
}
