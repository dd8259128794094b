import { oneOf } from '#db/one-of.ts'
import type { Sql } from '#db/sql.ts'
import { type GuestProfile, profileColumns } from '#guests/guest-profile.ts'
import type { Incoming } from './incoming.ts'

/** What a batch of one organisation's events is decided by, read at one moment. */
export interface Context {
  readonly now: string
  readonly workflowRevision: number
  readonly settingsRevision: number
  /** Those who are there; without their profiles, if nobody asks for them. */
  readonly guests: ReadonlyMap<string, GuestProfile>
  readonly profiles: boolean
}

type Row = { now_ms: number; workflow_revision: number; settings_revision: number } & (
  | GuestProfile
  | { id: null }
)

/**
 * The organisation, the time and the guests in one statement: each statement has its price, whatever it reads. Most
 * triggers look at the event alone, and then it is enough to know that the guest exists.
 */
export async function readContext(
  tx: Sql,
  organisationId: string,
  batch: readonly Incoming[],
  profiles: boolean,
): Promise<Context> {
  const asked = oneOf('$2', [...new Set(batch.map(incoming => incoming.guestId))])
  const { rows } = await tx.query<Row>(
    `SELECT extract(epoch FROM now())::float8 * 1000 AS now_ms, o.workflow_revision, o.settings_revision,
            ${profiles ? profileColumns : 'g.id'}
     FROM organisations o LEFT JOIN guests g ON g.organisation_id = o.id AND g.id ${asked.sql}
     WHERE o.id = $1`,
    [organisationId, asked.value],
  )
  const first = rows[0]
  if (first === undefined) throw new Error(`organisation ${organisationId} is not there`)
  return {
    now: new Date(first.now_ms).toISOString(),
    workflowRevision: first.workflow_revision,
    settingsRevision: first.settings_revision,
    guests: new Map(rows.flatMap(row => (row.id === null ? [] : [[row.id, row] as const]))),
    profiles,
  }
}
