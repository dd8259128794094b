/**
 * The rules of pace, limit and health, for a row p of providers. Held in the database, because several processes send for
 * the same provider.
 */

/** Messages are begun up to this much ahead of their turn, so that a process can wait for several turns at a time. */
export const AHEAD = `interval '1 second'`

const today = `(now() AT TIME ZONE 'UTC')::date`

/** Between two messages. */
export const gap = `make_interval(secs => CASE WHEN p.pace_per = 'second' THEN 1 WHEN p.pace_per = 'minute' THEN 60 ELSE 3600 END::float8 / p.pace_most)`

/** When the next message may begin. */
export const nextTurn = 'greatest(p.next_at, now())'

export const usedToday = `CASE WHEN p.day = ${today} THEN p.used ELSE 0 END`

/** The days of the warm-up that are over: only those on which something was sent. */
const warmDays = `(p.warm_days + (p.day < ${today} AND p.used > 0)::integer)`

/** null: no limit. The exponent ends where a number could overflow, and the limit is most_a_day long before. */
export const limitToday = `least(p.most_a_day,
  floor(p.warm_up_start * power(p.warm_up_factor::float8, least(${warmDays}, 300))))::integer`

const leftToday = `greatest(0, coalesce(${limitToday}, 2147483647) - ${usedToday})`

export const isDue = 'p.probe_at <= now()'

/**
 * How many messages an organisation may begin to send by a channel now: those of the first provider that is up and has some
 * of its day left, and one for each provider that is due to be tried again. Where there is no provider, there is no limit.
 */
export const roomOf = (organisation: string, channel: string): string => `coalesce((
  SELECT sum(CASE WHEN r.down THEN r.due::integer WHEN r.place = 1 THEN r.room ELSE 0 END)
  FROM (
    SELECT p.down_since IS NOT NULL AS down, coalesce(${isDue}, false) AND ${leftToday} > 0 AS due,
      row_number() OVER (PARTITION BY p.down_since IS NULL AND ${leftToday} > 0 ORDER BY p.position) AS place,
      least(${leftToday}, CASE WHEN p.pace_most IS NULL THEN 1000000 ELSE
        greatest(0, floor(extract(epoch FROM now() + ${AHEAD} - ${nextTurn}) / extract(epoch FROM ${gap})) + 1) END) AS room
    FROM providers p WHERE p.organisation_id = ${organisation} AND p.channel = ${channel}
  ) AS r), 1000000)`

/** What may be sent to a provider, and what keeps the next message from it. */
export const stateColumns = `p.down_since IS NOT NULL AS down, coalesce(${isDue}, false) AS due,
  ${leftToday} AS left, p.pace_most IS NOT NULL OR p.most_a_day IS NOT NULL AS limited,
  p.pace_most IS NOT NULL AND ${nextTurn} > now() + ${AHEAD} AS waits,
  p.failures, coalesce(extract(epoch FROM CASE
    WHEN p.down_since IS NOT NULL THEN p.probe_at - now()
    WHEN ${leftToday} = 0 THEN ((${today} + 1)::timestamp AT TIME ZONE 'UTC') - now()
    WHEN p.pace_most IS NOT NULL THEN ${nextTurn} - ${AHEAD} - now() END) * 1000, 0)::float8 AS "opensInMs"`

/** Takes a turn of a provider, where it has one, and says how long until it. */
export const TAKE = `
  UPDATE providers p SET
    next_at = CASE WHEN p.pace_most IS NULL THEN p.next_at ELSE ${nextTurn} + ${gap} END,
    warm_days = ${warmDays}, used = ${usedToday} + 1, day = ${today},
    probe_at = CASE WHEN p.down_since IS NULL THEN NULL ELSE now() + interval '2 minutes' END
  WHERE p.organisation_id = $1 AND p.id = $2 AND (p.down_since IS NULL OR ${isDue}) AND ${leftToday} > 0
    AND (p.pace_most IS NULL OR ${nextTurn} <= now() + ${AHEAD})
  RETURNING coalesce(extract(epoch FROM CASE WHEN p.pace_most IS NOT NULL THEN p.next_at - ${gap} - now() END) * 1000, 0)::float8
    AS "afterMs"`
