import type { Sql } from '#db/sql.ts'
import type { ProviderRow } from './provider-row.ts'

export type Limits = Pick<ProviderRow, 'pace' | 'most_a_day' | 'warm_up'>

export const limitsOf = ({ pace, most_a_day, warm_up }: Partial<Limits>): Limits => ({
  pace: pace ?? null,
  most_a_day: most_a_day ?? null,
  warm_up: warm_up ?? null,
})

/** A warm-up that is turned on, or begins with another number, begins again. */
export async function writeLimits(
  tx: Sql,
  organisationId: string,
  id: string,
  { pace, most_a_day, warm_up }: Limits,
): Promise<void> {
  await tx.query(
    `UPDATE providers SET
       next_at = CASE WHEN (pace_most, pace_per) IS DISTINCT FROM ($3::integer, $4::text) THEN '-infinity' ELSE next_at END,
       warm_days = CASE WHEN warm_up_start IS DISTINCT FROM $6::integer THEN 0 ELSE warm_days END,
       pace_most = $3, pace_per = $4, most_a_day = $5, warm_up_start = $6, warm_up_factor = $7
     WHERE organisation_id = $1 AND id = $2`,
    [
      organisationId,
      id,
      pace?.most ?? null,
      pace?.per ?? null,
      most_a_day,
      warm_up?.start ?? null,
      warm_up?.factor ?? null,
    ],
  )
}
