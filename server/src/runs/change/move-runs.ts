import { bareArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import { varied } from '#db/statement-name.ts'

export interface StoredRun {
  readonly organisation_id: string
  readonly id: string
}

/**
 * Runs outlive the month they started in. Before its partition is dropped, what is kept moves: while the partition is
 * detached, a row of its month belongs to the default one.
 */
export async function moveRuns(tx: Sql, detached: string, kept: readonly StoredRun[]): Promise<void> {
  await tx.query(
    varied(`INSERT INTO runs SELECT r.* FROM unnest($1::uuid[], $2::uuid[]) AS kept (organisation_id, id)
     JOIN ${detached} r ON r.organisation_id = kept.organisation_id AND r.id = kept.id`),
    columns(kept),
  )
}

/** The same for the steps of runs. */
export async function moveSteps(tx: Sql, detached: string, kept: readonly StoredRun[]): Promise<void> {
  await tx.query(
    varied(`INSERT INTO steps SELECT s.* FROM unnest($1::uuid[], $2::uuid[]) AS kept (organisation_id, id)
     JOIN ${detached} s ON s.organisation_id = kept.organisation_id AND s.run_id = kept.id`),
    columns(kept),
  )
}

const columns = (kept: readonly StoredRun[]) => [
  bareArray(kept.map(run => run.organisation_id)),
  bareArray(kept.map(run => run.id)),
]
