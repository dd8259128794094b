import type { Sql } from '#db/sql.ts'
import { Failure } from './failure.ts'

export interface FoundKey {
  organisation_id: string
  name: string
}

/** A client_id is unique over all organisations, so it is all that a command needs to be told. */
export async function findLivingKey(tx: Sql, clientId: string): Promise<FoundKey> {
  const { rows } = await tx.query<FoundKey & { revoked_at: Date | null }>(
    'SELECT organisation_id, name, revoked_at FROM api_keys WHERE client_id = $1',
    [clientId],
  )
  const key = rows[0]
  if (key === undefined) {
    throw new Failure(`There is no key ${clientId}. See all of them with: npx millrace keys list`)
  }
  if (key.revoked_at !== null) {
    throw new Failure(`The key ${clientId} was revoked on ${key.revoked_at.toISOString()}.`)
  }
  return key
}
