import { scopeText } from '@millrace/contract/scope'
import type { Introspection } from '@millrace/contract/token'
import type { Sql } from '#db/sql.ts'
import { hashCredential } from './credential.ts'
import type { KeyLimits } from './key-limits.ts'

/** RFC 7662: a token of another organisation is reported as not active, whatever its state. */
export async function introspectToken(
  sql: Sql,
  organisationId: string,
  token: string,
): Promise<Introspection> {
  const { rows } = await sql.query<{
    client_id: string
    scopes: KeyLimits['scopes']
    exp: number
    iat: number
  }>(
    `SELECT k.client_id, k.scopes, floor(extract(epoch FROM t.expires_at))::bigint AS exp,
       floor(extract(epoch FROM t.created_at))::bigint AS iat
     FROM access_tokens t
     JOIN api_keys k ON k.organisation_id = t.organisation_id AND k.id = t.key_id
     WHERE t.hash = $1 AND t.organisation_id = $2
       AND t.expires_at > now() AND t.revoked_at IS NULL AND k.revoked_at IS NULL
       AND (k.ends_at IS NULL OR k.ends_at > now())`,
    [hashCredential(token), organisationId],
  )
  const found = rows[0]
  if (found === undefined) return { active: false }
  const { scopes, ...rest } = found
  return { active: true, scope: scopeText(scopes), token_type: 'Bearer', ...rest }
}

/** RFC 7009: a client revokes its own tokens. For any other token nothing changes, and the answer is the same. */
export async function revokeToken(sql: Sql, keyId: string, token: string): Promise<void> {
  await sql.query(
    'UPDATE access_tokens SET revoked_at = now() WHERE hash = $1 AND key_id = $2 AND revoked_at IS NULL',
    [hashCredential(token), keyId],
  )
}
