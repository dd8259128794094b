import type { ProviderChannel } from '@millrace/contract/provider'
import type { Sql } from '#db/sql.ts'

/** This many failures in a row take a provider out of use. */
export const MOST_FAILURES = 3

const FIRST_PAUSE = `interval '30 seconds'`
const LONGEST_PAUSE = `interval '10 minutes'`

export interface Failure {
  readonly code: string
  readonly message: string
  /** How long it should be left alone, where it is known. */
  readonly afterMs?: number | undefined
  /** One such failure is enough: the next message would fail in the same way. */
  readonly isLasting: boolean
  /** Whether it took a turn of its day and did not take the message. */
  readonly givesBack: boolean
}

/**
 * Counts a failure of a provider, and returns whether it is down now. Only the message that tries a provider which is down
 * makes its pauses longer: those that were under way when it failed say nothing new.
 */
export async function recordFailure(
  sql: Sql,
  organisationId: string,
  id: string,
  { code, message, afterMs = 0, isLasting, givesBack }: Failure,
  isProbe: boolean,
): Promise<boolean> {
  const { rows } = await sql.query<{ down: boolean }>(
    `WITH failed AS (
       SELECT f.organisation_id, f.id, f.failures + 1 AS failures, f.probes + $5::integer AS probes,
              f.down_since IS NOT NULL OR $6 OR f.failures + 1 >= ${MOST_FAILURES} AS down,
              f.down_since IS NULL OR $5 = 1 AS again
       FROM providers f WHERE f.organisation_id = $1 AND f.id = $2 FOR UPDATE
     )
     UPDATE providers p
     SET failures = f.failures, probes = f.probes, error = $3, failed_at = now(),
         used = greatest(0, p.used - $7::integer),
         down_since = CASE WHEN f.down THEN coalesce(p.down_since, now()) END,
         probe_at = CASE WHEN NOT f.down THEN NULL WHEN NOT f.again THEN p.probe_at
           ELSE now() + greatest(make_interval(secs => $4::float8 / 1000),
                                 least(${LONGEST_PAUSE}, ${FIRST_PAUSE} * power(2, least(f.probes, 10)))) END
     FROM failed f WHERE p.organisation_id = f.organisation_id AND p.id = f.id
     RETURNING f.down`,
    [
      organisationId,
      id,
      JSON.stringify({ code, message }),
      afterMs,
      isProbe ? 1 : 0,
      isLasting,
      givesBack ? 1 : 0,
    ],
  )
  return rows[0]?.down ?? false
}

const FORGET = `UPDATE providers
  SET failures = 0, probes = 0, down_since = NULL, probe_at = NULL, error = NULL, failed_at = NULL
  WHERE organisation_id = $1 AND failures > 0`

/** It has answered, whatever it said about the message; or it has another connection, about which nothing is known. */
export async function recordAnswer(sql: Sql, organisationId: string, id: string): Promise<void> {
  await sql.query(`${FORGET} AND id = $2`, [organisationId, id])
}

/** The secret of the settings was replaced. */
export async function forgetFailuresOfFirst(
  sql: Sql,
  organisationId: string,
  channel: ProviderChannel,
): Promise<void> {
  await sql.query(`${FORGET} AND channel = $2 AND connection IS NULL`, [organisationId, channel])
}
