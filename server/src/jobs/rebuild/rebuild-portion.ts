import { isDeepStrictEqual } from 'node:util'
import type { RebuildProgress } from '@millrace/contract/job'
import type { SourceMeaning } from '@millrace/contract/source'
import type { Database } from '#db/database.ts'
import { inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { removeVisits } from '#visits/erase-visits.ts'
import { replaceVisits } from '#visits/insert-visits.ts'
import { readVisit } from '#visits/read-visit.ts'
import { readMeaning } from '#visits/source-meanings.ts'
import { countSegmentsSoon } from '#workflows/segments/segments.ts'
import { finish, isStillOurs, type Leased, release } from '../lease.ts'
import { openTransactions } from '../open-transactions.ts'
import { readDeclaredEvents } from './declared-events.ts'
import { begun, type Rebuild } from './start-rebuild.ts'

const PORTION = 2_000
const PAUSE_SECONDS = 0.2

/** The progress with what only this job needs to know. */
interface Position extends RebuildProgress {
  /** What the events were when it began. */
  readonly meaning?: SourceMeaning | null
  /** Transactions that may store events by an earlier meaning. */
  readonly before?: readonly string[]
  /** The last entry that was looked at, if entries are removed. */
  readonly entry?: readonly [guestId: string, eventId: string]
}

/**
 * One portion of a rebuild, in one transaction. It can be repeated, and events can arrive meanwhile: an entry is written
 * with its event, and this writes the same entry again. If the meaning of the source changes, it begins again.
 *
 * Where the source has a meaning, every stored event gets the entry that it would get now; entries whose events were
 * deleted stay as they are. Where it has none, its entries are removed.
 */
export function rebuildPortion({ database }: { database: Pick<Database, 'engine'> }, leased: Leased) {
  return inTransaction(database.engine, async tx => {
    if (!(await isStillOurs(tx, leased))) return
    const { organisationId } = leased
    const { source } = leased.request as Rebuild
    const meaning = await readMeaning(tx, organisationId, source)
    const position = leased.progress as Position
    if (!isDeepStrictEqual(position.meaning, meaning)) {
      const before = await openTransactions(tx)
      return release(tx, leased, { ...begun, meaning, before }, 0)
    }
    if (await isTooEarly(tx, leased, position)) return release(tx, leased, position, PAUSE_SECONDS)
    const { progress, isDone } =
      meaning === null
        ? await remove(tx, organisationId, source, position)
        : await enter(tx, organisationId, source, meaning, position)
    if (!isDone) return release(tx, leased, progress, 0)
    const { event_id, events, entries } = progress
    await countSegmentsSoon(tx, organisationId)
    await finish(tx, leased, {
      status: 'done',
      result: { events, entries },
      progress: { event_id, events, entries },
    })
  })
}

/** Whether events may still be stored by an earlier meaning. No request takes a minute. */
async function isTooEarly(tx: Sql, { organisationId, id }: Leased, { before = [] }: Position) {
  if (before.length === 0) return false
  const open = new Set(await openTransactions(tx))
  if (!before.some(one => open.has(one))) return false
  const { rowCount } = await tx.query(
    `SELECT FROM undertakings
     WHERE organisation_id = $1 AND id = $2 AND created_at > clock_timestamp() - interval '1 minute'`,
    [organisationId, id],
  )
  return rowCount === 1
}

interface Portion {
  readonly progress: Position
  readonly isDone: boolean
}

async function enter(
  tx: Sql,
  organisationId: string,
  source: string | null,
  meaning: SourceMeaning,
  position: Position,
): Promise<Portion> {
  const after = position.event_id
  const { events, last, scanned } = await readDeclaredEvents(tx, {
    organisationId,
    source,
    after,
    limit: PORTION,
  })
  const changed = await replaceVisits(
    tx,
    organisationId,
    events.map(({ id, guestId, serials, parameters, occurredAt }) => ({
      eventId: id,
      guestId,
      source,
      serial: serials[0] ?? null,
      occurredAt,
      visit: readVisit(meaning, parameters),
    })),
  )
  return {
    progress: {
      ...position,
      event_id: last ?? after,
      events: position.events + events.length,
      entries: position.entries + changed,
    },
    isDone: scanned < PORTION,
  }
}

async function remove(
  tx: Sql,
  organisationId: string,
  source: string | null,
  position: Position,
): Promise<Portion> {
  const { scanned, removed, last } = await removeVisits(tx, organisationId, source, {
    after: position.entry,
    limit: PORTION,
  })
  return {
    progress: {
      ...position,
      entries: position.entries + removed,
      ...(last === undefined ? {} : { entry: last }),
    },
    isDone: scanned < PORTION,
  }
}
