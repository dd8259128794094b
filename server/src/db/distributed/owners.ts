import { type Database, preparedOn } from '../database.ts'
import type { Sql, SqlOfAll } from '../sql.ts'
import { isDistributed, ofOrganisation } from './of-organisation.ts'

type Engine = Pick<Database, 'engine'>

/** The database for work on a single organisation, see of-organisation.ts. */
export function databaseOf<D extends Pick<Database, 'engine'>>(database: D, organisationId: string): D {
  const engine = ofOrganisation(database.engine, organisationId)
  return engine === database.engine ? database : { ...database, engine, engineSql: preparedOn(engine) }
}

/** Another one first each time, so that all have their turn. */
export function inTurn<T>(owners: readonly T[]): T[] {
  const first = owners.length === 0 ? 0 : Math.floor(performance.now()) % owners.length
  return [...owners.slice(first), ...owners.slice(0, first)]
}

/**
 * Does what looks over all organisations, once. Where the database is distributed no statement may, so it is done for one after the other of
 * those that have rows in `where`, a table with a condition. Another one begins each time: the first has the most room.
 * One that fails does not stop the others.
 */
export async function forOwners<D extends Engine, T>(
  database: D,
  where: string,
  work: (database: D) => Promise<T>,
): Promise<T[]> {
  if (!isDistributed(database.engine)) return [await work(database)]
  const owner = /^organisations\b/.test(where) ? 'id' : 'organisation_id'
  const { rows } = await database.engine.query<{ owner: string }>(
    `SELECT DISTINCT ${owner} AS owner FROM ${where}`,
  )
  const done: T[] = []
  const failures: unknown[] = []
  for (const { owner } of inTurn(rows)) {
    try {
      done.push(await work(databaseOf(database, owner)))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return done
}

/** For loops that say whether there is more to do. */
export const anyOwner = async <D extends Engine>(
  database: D,
  where: string,
  work: (database: D) => Promise<boolean>,
): Promise<boolean> => (await forOwners(database, where, work)).some(Boolean)

/** Does what is about some things, once; where the database is distributed, once for those of each organisation. Adds up what it returns. */
export async function ofEach<Thing extends { readonly organisationId: string }>(
  sql: SqlOfAll,
  things: readonly Thing[],
  does: (sql: Sql, things: readonly Thing[]) => Promise<number>,
): Promise<number> {
  const { of } = sql
  if (of === undefined) return does(sql, things)
  const groups = [...Map.groupBy(things, ({ organisationId }) => organisationId)]
  const counts = await Promise.all(groups.map(([owner, some]) => does(of(owner), some)))
  return counts.reduce((sum, count) => sum + count, 0)
}
