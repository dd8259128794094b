import { bareArray, bytesArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { KnownClient } from './client-answer.ts'
import { hashCredential } from './credential.ts'

/** Stores only their hashes. The statement has been sent when this returns. */
export async function storeTokens(
  tx: Sql,
  tokens: readonly { token: string; client: KnownClient }[],
  lifetimeSeconds: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO access_tokens (hash, organisation_id, key_id, created_at, expires_at)
     SELECT hash, organisation_id, key_id, now(), now() + make_interval(secs => $4)
     FROM unnest($1::bytea[], $2::uuid[], $3::uuid[]) AS t (hash, organisation_id, key_id)`,
    [
      bytesArray(tokens.map(({ token }) => hashCredential(token))),
      bareArray(tokens.map(({ client }) => client.organisationId)),
      bareArray(tokens.map(({ client }) => client.keyId)),
      lifetimeSeconds,
    ],
  )
}
