import { bareArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'

/** Whether a run listens because it waits for an event, or because an event may end it. */
export type WatchKind = 'wait' | 'exit'

/** Everything a run listens for from now on. */
export interface Listening {
  readonly run: { readonly organisationId: string; readonly guestId: string; readonly id: string }
  readonly kinds: readonly WatchKind[]
}

/** Replaces what these runs listen for. */
export async function writeWatches(tx: Sql, listening: readonly Listening[]): Promise<void> {
  await tx.query(
    `DELETE FROM watches w USING unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS c (organisation_id, guest_id, run_id)
     WHERE w.organisation_id = c.organisation_id AND w.guest_id = c.guest_id AND w.run_id = c.run_id`,
    keysOf(listening),
  )
  const each = listening.flatMap(({ run, kinds }) => kinds.map(kind => ({ run, kind })))
  if (each.length === 0) return
  await tx.query(
    `INSERT INTO watches (organisation_id, guest_id, run_id, kind)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[])`,
    [...keysOf(each), bareArray(each.map(({ kind }) => kind))],
  )
}

const keysOf = (listening: readonly Pick<Listening, 'run'>[]) => [
  bareArray(listening.map(({ run }) => run.organisationId)),
  bareArray(listening.map(({ run }) => run.guestId)),
  bareArray(listening.map(({ run }) => run.id)),
]
