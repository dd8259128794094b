import type pg from 'pg'
import { jobLocks } from '#db/advisory-locks.ts'
import { inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { isUnavailable } from '#db/unavailable.ts'
import type { Logger } from '#observability/logger.ts'
import { expandSegments, leavesIn } from './expand-segments.ts'
import { updateMembers } from './members.ts'
import { lockSegments, type SegmentRow } from './segment-row.ts'
import { conditionsOf } from './segments.ts'

const CHANGES = 2_000
const EVENTS = 2_000
const GUESTS = 5_000

/**
 * Events are committed out of the order of their ids; a transaction that stores them takes seconds at most. What takes
 * longer is found when every guest is considered.
 */
const BEHIND = `interval '15 seconds'`

/**
 * Keeps the members of segments right: guests who changed and guests with new events are considered within half a minute,
 * and every guest once an hour, because time alone changes who belongs. All of it in portions with short transactions,
 * by one process at a time. A segment that fails does not stop the others: it is tried again a minute later. Returns
 * whether there is more to do.
 */
export async function keepSegments(engine: pg.Pool, logger: Log): Promise<boolean> {
  let more = false
  for (const work of [considerChanges, considerEvents, considerAll])
    more = (await inTransaction(engine, async tx => (await isAlone(tx)) && work(tx, logger))) || more
  return more
}

type Log = Pick<Logger, 'error'>

async function isAlone(tx: Sql): Promise<boolean> {
  const { rows } = await tx.query<{ alone: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS alone', [
    jobLocks.keepSegments,
  ])
  return rows[0]?.alone === true
}

/** Guests who were added or changed: those of one organisation after the other, each of which is on one node. */
async function considerChanges(tx: Sql, logger: Log): Promise<boolean> {
  // Whose changes are next, which are not always the oldest: rows of a table come about in the order in which they were stored.
  const { rows: next } = await tx.query<{ organisation_id: string; changes: number }>(
    `SELECT organisation_id, count(*) AS changes FROM (SELECT organisation_id FROM segment_changes LIMIT $1) AS next
     GROUP BY organisation_id ORDER BY organisation_id`,
    [CHANGES],
  )
  for (const { organisation_id: organisationId, changes } of next) {
    const { rows: changed } = await tx.query<{ guest_id: string }>(
      `DELETE FROM segment_changes
       WHERE organisation_id = $1 AND id IN (
         SELECT id FROM segment_changes WHERE organisation_id = $1 ORDER BY id LIMIT $2)
       RETURNING guest_id`,
      [organisationId, changes],
    )
    const segments = await lockSegments(tx, organisationId)
    await consider(tx, logger, organisationId, segments, segments, changed)
  }
  return next.reduce((sum, { changes }) => sum + changes, 0) === CHANGES
}

/** Guests with events that were stored since. */
async function considerEvents(tx: Sql, logger: Log): Promise<boolean> {
  const { rows: next } = await tx.query<{ organisation_id: string; event_id: string }>(
    `SELECT p.organisation_id, p.event_id FROM segment_progress p
     WHERE EXISTS (
       SELECT FROM events e
       WHERE e.organisation_id = p.organisation_id AND e.id > p.event_id AND e.id < uuid_floor(now() - ${BEHIND}))
     ORDER BY p.event_id LIMIT 1`,
  )
  const [progress] = next
  if (progress === undefined) return false
  const { organisation_id: organisationId, event_id: after } = progress
  const { rows } = await tx.query<{ id: string; guest_id: string }>(
    `SELECT id, guest_id FROM events
     WHERE organisation_id = $1 AND id > $2 AND id < uuid_floor(now() - ${BEHIND}) ORDER BY id LIMIT $3`,
    [organisationId, after, EVENTS],
  )
  const segments = await lockSegments(tx, organisationId)
  const reading = segments.filter(segment => readsEvents(segment, segments))
  await consider(tx, logger, organisationId, segments, reading, rows)
  await tx.query('UPDATE segment_progress SET event_id = $2 WHERE organisation_id = $1', [
    organisationId,
    rows.at(-1)?.id ?? after,
  ])
  return true
}

const readsEvents = ({ condition }: SegmentRow, all: readonly SegmentRow[]) =>
  leavesIn(expandSegments(condition, conditionsOf(all)), '').some(({ leaf }) =>
    /^guest\.(facts|events)\./.test(leaf.field),
  )

async function consider(
  tx: Sql,
  logger: Log,
  organisationId: string,
  all: readonly SegmentRow[],
  segments: readonly SegmentRow[],
  guests: readonly { readonly guest_id: string }[],
): Promise<void> {
  const ids = [...new Set(guests.map(({ guest_id }) => guest_id))]
  const conditions = conditionsOf(all)
  for (const segment of segments) {
    const place = placeOf(organisationId, segment)
    await orPostpone(tx, logger, place, () =>
      updateMembers(tx, place, expandSegments(segment.condition, conditions), ids),
    )
  }
}

const placeOf = (organisationId: string, { id, revision, counted_revision }: SegmentRow) => ({
  organisationId,
  segmentId: id,
  isCounted: counted_revision === revision,
})

/** Does a part of the work, or has all guests considered a minute later. Returns whether it was done. */
async function orPostpone(
  tx: Sql,
  logger: Log,
  { organisationId, segmentId }: { readonly organisationId: string; readonly segmentId: string },
  work: () => Promise<void>,
): Promise<boolean> {
  await tx.query('SAVEPOINT segment')
  try {
    await work()
    return true
  } catch (error) {
    if (isUnavailable(error)) throw error
    logger.error({ err: error, segment_id: segmentId }, 'a segment could not be kept up to date')
    await tx.query('ROLLBACK TO SAVEPOINT segment')
    await tx.query(
      `UPDATE segments SET due_at = now() + interval '1 minute', counted_up_to = NULL
       WHERE organisation_id = $1 AND id = $2`,
      [organisationId, segmentId],
    )
    return false
  }
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * The next guests of a segment whose turn it is. Someone waits for one that was never counted, so it comes before those
 * that are considered again, unless they are late by an hour. After the first time, all are considered again a minute later: a change
 * that was under way when the segment was created has left no note.
 */
async function considerAll(tx: Sql, logger: Log): Promise<boolean> {
  const { rows: due } = await tx.query<{ organisation_id: string; id: string }>(
    `SELECT organisation_id, id FROM segments WHERE due_at <= now()
     ORDER BY due_at - CASE WHEN counted_revision = revision THEN interval '0' ELSE interval '1 hour' END LIMIT 1`,
  )
  const [next] = due
  if (next === undefined) return false
  const { organisation_id: organisationId, id: segmentId } = next
  const segments = await lockSegments(tx, organisationId)
  const segment = segments.find(({ id }) => id === segmentId)
  // It was deleted in between.
  if (segment === undefined) return true
  const after = await countedUpTo(tx, organisationId, segmentId)
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM guests WHERE organisation_id = $1 AND id > $2 ORDER BY id OFFSET $3 LIMIT 1',
    [organisationId, after, GUESTS - 1],
  )
  const upTo = rows[0]?.id ?? null
  const place = placeOf(organisationId, segment)
  const isDone = await orPostpone(tx, logger, place, () =>
    updateMembers(tx, place, expandSegments(segment.condition, conditionsOf(segments)), { after, upTo }),
  )
  if (!isDone) return true
  await tx.query(
    upTo === null
      ? `UPDATE segments SET counted_up_to = $3, counted_at = now(), counted_revision = revision,
           due_at = now() + CASE WHEN counted_revision = revision THEN interval '1 hour' ELSE interval '1 minute' END
         WHERE organisation_id = $1 AND id = $2`
      : 'UPDATE segments SET counted_up_to = $3 WHERE organisation_id = $1 AND id = $2',
    [organisationId, segmentId, upTo],
  )
  return true
}

async function countedUpTo(tx: Sql, organisationId: string, segmentId: string): Promise<string> {
  const { rows } = await tx.query<{ counted_up_to: string | null }>(
    'SELECT counted_up_to FROM segments WHERE organisation_id = $1 AND id = $2',
    [organisationId, segmentId],
  )
  return rows[0]?.counted_up_to ?? BEFORE_ALL
}
