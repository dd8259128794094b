import type { Sql } from '#db/sql.ts'

/** Whether a consent to e-mail that another system sends waits until the guest confirms it: the organisation's choice. */
export async function confirmsConsent(tx: Sql, organisationId: string): Promise<boolean> {
  const { rows } = await tx.query<{ confirms: boolean }>(
    `SELECT coalesce((settings ->> 'double_opt_in')::boolean, false) AS confirms FROM organisations WHERE id = $1`,
    [organisationId],
  )
  return rows[0]?.confirms ?? false
}
