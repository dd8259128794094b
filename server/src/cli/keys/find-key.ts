import { findKey, type KeyOwner } from '#access/keys.ts'
import type { Sql } from '#db/sql.ts'
import { Failure } from '../terminal/failure.ts'

export async function findLivingKey(tx: Sql, clientId: string): Promise<KeyOwner> {
  const key = await findKey(tx, clientId)
  if (key === undefined) {
    throw new Failure(`There is no key ${clientId}. List keys with: npx millrace keys list`)
  }
  if (key.revoked_at !== null) {
    throw new Failure(`The key ${clientId} was revoked on ${key.revoked_at.toISOString()}.`)
  }
  return key
}
