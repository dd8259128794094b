import type { Database } from '#db/database.ts'
import { databaseOf, forOwners } from '#db/distributed/owners.ts'
import { isUnavailable } from '#db/unavailable.ts'
import type { Logger } from '#observability/logger.ts'
import type { Queue } from '#queue/queue.ts'
import type { OrganisationFactsCache } from '#venues/organisation-facts.ts'
import type { Catalogue } from '#workflows/catalogue.ts'
import { WorkflowNotFound } from '#workflows/errors.ts'
import { type Comparing, comparePortion, openComparing, progressOf } from './comparison/compare-portion.ts'
import { resultOf } from './comparison/result.ts'
import { JobRefused } from './errors.ts'
import { type ImportParts, importPortion } from './import/import-portion.ts'
import { finish, keepLease, type Leased, leaseNext } from './lease.ts'
import { rebuildPortion } from './rebuild/rebuild-portion.ts'
import { replayPortion } from './replay/replay-portion.ts'

export interface JobParts extends Pick<ImportParts, 'eraseLater'> {
  readonly database: Pick<Database, 'engine'>
  readonly catalogue: Catalogue
  readonly organisations: OrganisationFactsCache
  readonly queue: Pick<Queue, 'enqueue'>
  readonly logger: Pick<Logger, 'error'>
  /** Of what a connection made: connections are above jobs. */
  readonly repairPortion: (leased: Leased) => Promise<void>
}

/** Each keeps the guests that have entered in memory. */
const MOST_COMPARISONS = 2

/**
 * Makes the function that works on jobs by a portion. It returns whether it found a job. Any process can take the next
 * portion of a replay, a rebuild, an import or a repair; a comparison stays with the process that has it in memory, until the comparison or the process
 * ends.
 */
export function workBackgroundJobs(parts: JobParts): () => Promise<boolean> {
  const comparisons = new Map<string, { leased: Leased; comparing: Comparing }>()

  async function carryOn(leased: Leased): Promise<void> {
    const own = partsOf(parts, leased)
    if (leased.kind === 'push') return replayPortion(own, leased)
    if (leased.kind === 'visits') return rebuildPortion(own, leased)
    if (leased.kind === 'import') return importPortion(own, leased)
    if (leased.kind === 'repair') return parts.repairPortion(leased)
    comparisons.set(leased.id, { leased, comparing: openComparing(leased) })
  }

  async function compare({ leased, comparing }: { leased: Leased; comparing: Comparing }): Promise<void> {
    const { engine } = partsOf(parts, leased).database
    comparisons.delete(leased.id)
    const isDone = await comparePortion(engine, parts.organisations, leased.organisationId, comparing)
    const progress = progressOf(comparing)
    if (isDone) return finish(engine, leased, { status: 'done', result: resultOf(comparing), progress })
    const kept = await keepLease(engine, leased, progress)
    // At the end of the queue: two comparisons take turns.
    if (kept !== undefined) comparisons.set(kept.id, { leased: kept, comparing })
  }

  return async () => {
    const kinds: Leased['kind'][] = ['push', 'visits', 'import', 'repair']
    if (comparisons.size < MOST_COMPARISONS) kinds.push('comparison')
    const leased = await leaseOne(parts.database, kinds)
    if (leased !== undefined) await orFail(partsOf(parts, leased), leased, () => carryOn(leased))
    const [comparison] = comparisons.values()
    if (comparison !== undefined)
      await orFail(partsOf(parts, comparison.leased), comparison.leased, () => compare(comparison))
    return leased !== undefined || comparison !== undefined
  }
}

const partsOf = (parts: JobParts, { organisationId }: Leased): JobParts => ({
  ...parts,
  database: databaseOf(parts.database, organisationId),
})

async function leaseOne(
  database: JobParts['database'],
  kinds: Leased['kind'][],
): Promise<Leased | undefined> {
  let leased: Leased | undefined
  await forOwners(database, `undertakings WHERE status = 'running'`, async ({ engine }) => {
    leased ??= await leaseNext(engine, kinds)
  })
  return leased
}

/** A job that cannot continue fails with the reason; if the database is not reachable, it is tried again later. */
async function orFail(
  { database, logger }: JobParts,
  leased: Leased,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isUnavailable(error)) throw error
    const foreseen = error instanceof JobRefused || error instanceof WorkflowNotFound
    if (!foreseen) logger.error({ err: error, job_id: leased.id }, 'a background job failed')
    const message = foreseen ? error.message : 'It could not be carried on; the log of the server says why.'
    await finish(database.engine, leased, { status: 'failed', result: { error: message } })
  }
}
