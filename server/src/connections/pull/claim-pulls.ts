import { believedTime, clockHolds } from '#db/believed-time.ts'
import type { Sql } from '#db/sql.ts'
import type { PullProgress, PullSettings } from './page-request.ts'
import type { SealedSecrets } from './settings.ts'

/** A connection whose next page is fetched by this process. */
export interface DuePull extends PullSettings, PullProgress, SealedSecrets {
  readonly organisation_id: string
  readonly connection_id: string
  readonly attempt: string
}

/** Longer than fetching a page can take. What a process leaves undone is due again after this time. */
const LEASE = `interval '1 minute'`
/** Of one organisation: systems that hang keep no more than these from the others. */
const MOST_OF_ONE = 4

/**
 * Claims connections that are due, at most `free`, and of each organisation a share. A claim moves the due time, so that of
 * several processes one fetches.
 */
export async function claimPulls(
  sql: Sql,
  free: number,
  busy: readonly Pick<DuePull, 'organisation_id'>[],
): Promise<DuePull[]> {
  const { rows } = await sql.query<DuePull>(
    `UPDATE connection_pulls p SET due_at = now() + ${LEASE}, attempt = p.attempt + 1
     FROM (
       SELECT d.organisation_id, d.connection_id
       FROM (SELECT DISTINCT organisation_id AS id FROM connection_pulls WHERE due_at <= now() AND ${clockHolds('$3')}) AS o
       CROSS JOIN LATERAL (
         SELECT p.organisation_id, p.connection_id, p.due_at FROM connection_pulls p
         JOIN connections c ON c.organisation_id = p.organisation_id AND c.id = p.connection_id
         WHERE p.organisation_id = o.id AND p.due_at <= now() AND c.paused_at IS NULL AND c.deleted_at IS NULL
         ORDER BY p.due_at
         LIMIT greatest(0, ${MOST_OF_ONE} - (SELECT count(*) FROM unnest($2::uuid[]) AS busy (id) WHERE busy.id = o.id))
         FOR UPDATE OF p SKIP LOCKED
       ) AS d
       ORDER BY d.due_at LIMIT $1
     ) AS due
     WHERE p.organisation_id = due.organisation_id AND p.connection_id = due.connection_id
     RETURNING p.organisation_id, p.connection_id, p.url, p.auth, p.header, p.sealed_secret, p.oauth, p.second_header,
               p.sealed_second, p.cursor_parameter, p.cursor_path, p.cursor_value, p.etag, p.last_modified, p.attempt::text AS attempt`,
    [free, busy.map(one => one.organisation_id), believedTime.forClaims()],
  )
  return rows
}
