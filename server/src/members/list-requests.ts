import type { ApiRequest } from '@millrace/contract/member'
import type { Sql } from '#db/sql.ts'

/** Newest first, starting after `after`. */
export async function listRequests(
  tx: Sql,
  organisationId: string,
  { keyId, after, limit }: { keyId: string; after: string | undefined; limit: number },
): Promise<ApiRequest[]> {
  const { rows } = await tx.query<Omit<ApiRequest, 'at'> & { at: Date }>(
    `SELECT id, at, method, route, status, duration_ms, code, request_id FROM api_requests
     WHERE organisation_id = $1 AND key_id = $2 AND ($3::uuid IS NULL OR id < $3)
     ORDER BY id DESC LIMIT $4`,
    [organisationId, keyId, after ?? null, limit],
  )
  return rows.map(row => ({ ...row, at: row.at.toISOString() }))
}
