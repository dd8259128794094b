import { bareArray, textArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'

/** Whether a run listens because it waits, or because something may end it. */
export type WatchKind = 'wait' | 'exit'

/** One thing that a run listens for; see `waits/listening-keys.ts` for what keys are. */
export interface ListeningFor {
  readonly kind: WatchKind
  readonly key: string
}

/** Everything a run listens for from now on. */
export interface Listening {
  readonly run: { readonly organisationId: string; readonly guestId: string; readonly id: string }
  readonly listeningFor: readonly ListeningFor[]
}

/** Replaces what these runs listen for. */
export async function writeWatches(tx: Sql, listening: readonly Listening[]): Promise<void> {
  await tx.query(
    `DELETE FROM watches w USING unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS c (organisation_id, guest_id, run_id)
     WHERE w.organisation_id = c.organisation_id AND w.guest_id = c.guest_id AND w.run_id = c.run_id`,
    keysOf(listening),
  )
  const each = listening.flatMap(({ run, listeningFor }) => listeningFor.map(one => ({ run, ...one })))
  if (each.length === 0) return
  await tx.query(
    `INSERT INTO watches (organisation_id, guest_id, run_id, kind, key)
     SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[])`,
    [...keysOf(each), bareArray(each.map(({ kind }) => kind)), textArray(each.map(({ key }) => key))],
  )
}

const keysOf = (listening: readonly Pick<Listening, 'run'>[]) => [
  bareArray(listening.map(({ run }) => run.organisationId)),
  bareArray(listening.map(({ run }) => run.guestId)),
  bareArray(listening.map(({ run }) => run.id)),
]
