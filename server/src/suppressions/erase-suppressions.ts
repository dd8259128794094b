import type { Sql } from '#db/sql.ts'

/**
 * Deletes the entries of a guest's addresses, with their history, even if another guest has the same address. A guest who is
 * registered again later has given no consent, and an address that does not exist bounces again.
 */
export async function eraseSuppressions(
  tx: Sql,
  organisationId: string,
  addresses: readonly string[],
): Promise<void> {
  await tx.query('DELETE FROM suppressions WHERE organisation_id = $1 AND address = ANY($2)', [
    organisationId,
    addresses.map(address => address.toLowerCase()),
  ])
}
