import type pg from 'pg'
import { inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'

const PORTION = 5_000

/**
 * Learns the next portion of stored events. Returns whether there may be more. One process at a time; the portion and
 * its progress are one transaction, so nothing is counted twice if a process dies in between.
 *
 * It stays a minute behind: events are committed out of the order of their ids, and a transaction that stores them
 * takes seconds at most.
 */
export function learnSources(engine: pg.Pool): Promise<boolean> {
  return inTransaction(engine, async tx => {
    const progress = await lockProgress(tx)
    if (progress === undefined) return false
    const { after, upTo } = progress
    if (tx.of !== undefined) {
      const { rows } = await tx.query<{ id: string }>('SELECT id FROM organisations')
      for (const { id } of rows) await learnAll(tx.of(id), after, upTo)
      await moveOn(tx, upTo)
      return false
    }
    const { events, last } = await learn(tx, after, upTo)
    if (last !== null) await moveOn(tx, last)
    return events === PORTION
  })
}

/** Of one organisation. */
async function learnAll(sql: Sql, after: string, upTo: string): Promise<void> {
  for (let from = after; ; ) {
    const { events, last } = await learn(sql, from, upTo)
    if (last === null || events < PORTION) return
    from = last
  }
}

async function learn(
  sql: Sql,
  after: string,
  upTo: string,
): Promise<{ events: number; last: string | null }> {
  const { rows } = await sql.query<{ events: number; last: string | null }>(LEARN, [after, PORTION, upTo])
  return rows[0] as { events: number; last: string | null }
}

const moveOn = (tx: Sql, to: string) => tx.query('UPDATE source_progress SET event_id = $1', [to])

/** undefined: another process is doing it. */
async function lockProgress(tx: Sql): Promise<{ after: string; upTo: string } | undefined> {
  await tx.query(
    `INSERT INTO source_progress (event_id) VALUES ('00000000-0000-0000-0000-000000000000') ON CONFLICT DO NOTHING`,
  )
  const { rows } = await tx.query<{ after: string; upTo: string }>(
    `SELECT event_id AS after, uuid_floor(now() - interval '1 minute') AS "upTo"
     FROM source_progress FOR UPDATE SKIP LOCKED`,
  )
  return rows[0]
}

/**
 * An integrator who invents names must not fill the database: the number of sources of an organisation and of keys of
 * a source is limited, and the first ones are kept.
 */
const MOST_SOURCES = 1_000
const MOST_KEYS = 500

/**
 * Rows whose name is known, or for which there is still room. `kept` is the table, `among` the columns that a name is
 * unique in.
 */
const withRoom = (rows: string, kept: string, name: string, among: readonly string[], most: number) => {
  const same = among.map(column => `k.${column} = c.${column}`).join(' AND ')
  const columns = among.map(column => `c.${column}`).join(', ')
  return `
    SELECT * FROM (
      SELECT c.*, known.yes AS known,
             dense_rank() OVER (PARTITION BY ${columns}, known.yes ORDER BY c.${name})
               + (SELECT count(DISTINCT k.${name}) FROM ${kept} k WHERE ${same}) AS place
      FROM ${rows} c,
        LATERAL (SELECT EXISTS (SELECT FROM ${kept} k WHERE ${same} AND k.${name} = c.${name}) AS yes) AS known
    ) AS placed
    WHERE known OR place <= ${most}`
}

// Events are found by organisation, because their index begins with it. No examples of texts are kept, because they
// may be a guest's name, and none of numbers that are long enough for a phone or a card.
const LEARN = `
  WITH portion AS MATERIALIZED (
    SELECT e.*
    FROM organisations o,
      LATERAL (
        SELECT organisation_id, id, coalesce(source, '') AS source, serials, parameters, created_at
        FROM events
        WHERE organisation_id = o.id AND id > $1 AND id < $3
        ORDER BY id LIMIT $2
      ) AS e
    ORDER BY e.id LIMIT $2
  ), counted AS (
    SELECT organisation_id, source, count(*) AS events, min(created_at) AS first_seen_at,
           max(created_at) AS last_seen_at
    FROM portion GROUP BY 1, 2
  ), learnt_sources AS (
    INSERT INTO sources AS s (organisation_id, source, events, first_seen_at, last_seen_at)
    SELECT organisation_id, source, events, first_seen_at, last_seen_at
    FROM (${withRoom('counted', 'sources', 'source', ['organisation_id'], MOST_SOURCES)}) AS taken
    ON CONFLICT (organisation_id, source) DO UPDATE
    SET events = s.events + excluded.events, first_seen_at = least(s.first_seen_at, excluded.first_seen_at),
        last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at)
    RETURNING organisation_id, source
  ), learnt_venues AS (
    INSERT INTO source_venues AS s (organisation_id, source, serial, events, last_seen_at)
    SELECT p.organisation_id, p.source, v.serial, count(*), max(p.created_at)
    FROM portion p
    JOIN learnt_sources l ON l.organisation_id = p.organisation_id AND l.source = p.source
    JOIN venues v ON v.organisation_id = p.organisation_id AND v.serial = ANY(p.serials)
    GROUP BY 1, 2, 3
    ON CONFLICT (organisation_id, source, serial) DO UPDATE
    SET events = s.events + excluded.events, last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at)
  ), found AS (
    SELECT p.organisation_id, p.source, v.key, p.id, p.created_at, v.value,
           CASE jsonb_typeof(v.value) WHEN 'string' THEN 'text' ELSE jsonb_typeof(v.value) END AS type
    FROM portion p
    JOIN learnt_sources USING (organisation_id, source), LATERAL jsonb_each(p.parameters) AS v
    WHERE v.key <> 'source'
  ), seen AS (
    SELECT organisation_id, source, key, type, count(*) AS seen, min(created_at) AS first_seen_at,
           max(created_at) AS last_seen_at,
           (array_agg(value ORDER BY id DESC) FILTER (
             WHERE type = 'boolean'
                OR CASE WHEN type = 'number' THEN abs(value::numeric) < 1000000 AND length(value::text) <= 12 END))[1]
             AS example
    FROM found GROUP BY 1, 2, 3, 4
  ), learnt_fields AS (
    INSERT INTO source_fields AS f
      (organisation_id, source, key, type, seen, first_seen_at, last_seen_at, example)
    SELECT organisation_id, source, key, type, seen, first_seen_at, last_seen_at, example
    FROM (${withRoom('seen', 'source_fields', 'key', ['organisation_id', 'source'], MOST_KEYS)}) AS taken
    ON CONFLICT (organisation_id, source, key, type) DO UPDATE
    SET seen = f.seen + excluded.seen, first_seen_at = least(f.first_seen_at, excluded.first_seen_at),
        last_seen_at = greatest(f.last_seen_at, excluded.last_seen_at), example = coalesce(excluded.example, f.example)
  )
  SELECT count(*) AS events, (SELECT id FROM portion ORDER BY id DESC LIMIT 1) AS last FROM portion`
