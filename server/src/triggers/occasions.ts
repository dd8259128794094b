import { bareArray, textArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'

/** A guest who was considered, and what came of it. */
export interface Occasion {
  readonly guestId: string
  readonly occasion: string
  readonly serial: string | null
  readonly runId: string
  /** Why there is no run. */
  readonly skipped: { readonly reason: string; readonly detail: Record<string, unknown> } | undefined
}

interface Of {
  readonly organisationId: string
  readonly workflowId: string
}

/** Claims occasions. Returns the guests for whom this is the first time. */
export async function claimOccasions(
  tx: Sql,
  { organisationId, workflowId }: Of,
  occasions: readonly Occasion[],
): Promise<Set<string>> {
  const { rows } = await tx.query<{ guest_id: string }>(
    `INSERT INTO occasions (organisation_id, workflow_id, guest_id, occasion, serial, run_id, skipped, considered_at)
     SELECT $1, $2, t.guest_id, t.occasion, t.serial, CASE WHEN t.skipped IS NULL THEN t.run_id END, t.skipped::jsonb, now()
     FROM unnest($3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::text[])
       AS t (guest_id, occasion, serial, run_id, skipped)
     ORDER BY t.guest_id
     ON CONFLICT DO NOTHING RETURNING guest_id`,
    [
      organisationId,
      workflowId,
      bareArray(occasions.map(({ guestId }) => guestId)),
      textArray(occasions.map(({ occasion }) => occasion)),
      textArray(occasions.map(({ serial }) => serial)),
      bareArray(occasions.map(({ runId }) => runId)),
      textArray(occasions.map(({ skipped }) => (skipped === undefined ? null : JSON.stringify(skipped)))),
    ],
  )
  return new Set(rows.map(row => row.guest_id))
}

/** Occasions whose guests a re-entry limit turned away after all. */
export async function turnAway(
  tx: Sql,
  { organisationId, workflowId }: Of,
  turned: readonly Occasion[],
): Promise<void> {
  if (turned.length === 0) return
  await tx.query(
    `UPDATE occasions o SET run_id = NULL, skipped = t.skipped::jsonb
     FROM unnest($3::uuid[], $4::text[], $5::text[]) AS t (guest_id, occasion, skipped)
     WHERE o.organisation_id = $1 AND o.workflow_id = $2 AND o.guest_id = t.guest_id AND o.occasion = t.occasion`,
    [
      organisationId,
      workflowId,
      bareArray(turned.map(({ guestId }) => guestId)),
      textArray(turned.map(({ occasion }) => occasion)),
      textArray(turned.map(({ skipped }) => JSON.stringify(skipped))),
    ],
  )
}

/** Deletes the occasions of guests who are deleted. */
export async function eraseOccasions(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
): Promise<void> {
  await tx.query('DELETE FROM occasions WHERE organisation_id = $1 AND guest_id = ANY($2)', [
    organisationId,
    guestIds,
  ])
}
