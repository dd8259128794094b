import { oneOf } from '#db/one-of.ts'
import type { Sql } from '#db/sql.ts'
import { type GuestProfile, profileColumns, unread } from '#guests/guest-profile.ts'
import type { Incoming } from './incoming.ts'

/** An organisation and some of its guests, read at one moment. */
export interface ReadOrganisation {
  readonly now: string
  readonly workflowRevision: number
  readonly settingsRevision: number
  /** The guests that exist; without `profiles`, only their ids. */
  readonly guests: ReadonlyMap<string, GuestProfile>
  readonly profiles: boolean
}

interface Revisions {
  readonly now_ms: number
  readonly workflow_revision: number
  readonly settings_revision: number
}

type Row = Revisions & (GuestProfile | { id: null })

/**
 * The organisation, the time and the guests in one statement, because each statement has a fixed cost, whatever it
 * reads. Most triggers read only the event, and then it is enough to know that the guest exists.
 */
export async function readOrganisation(
  tx: Sql,
  organisationId: string,
  batch: readonly Incoming[],
  profiles: boolean,
): Promise<ReadOrganisation> {
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
    guests: new Map(
      rows.flatMap(row => (row.id === null ? [] : [[row.id, profiles ? row : unread(row.id)] as const])),
    ),
    profiles,
  }
}
