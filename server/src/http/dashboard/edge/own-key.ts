import { findKey, type KeyOwner, listKeys } from '#access/keys.ts'
import type { Sql } from '#db/sql.ts'
import { Refusal } from '../../refusal.ts'

/** A key of the transaction's organisation that has not been revoked. */
export async function requireLivingKey(tx: Sql, clientId: string): Promise<KeyOwner> {
  // Whatever else stands in an address is no key, and nothing PostgreSQL could be asked for.
  const key = /^mrid_[0-9A-Za-z]{1,50}$/.test(clientId) ? await findKey(tx, clientId) : undefined
  if (key === undefined) throw new Refusal('key_not_found')
  if (key.revoked_at !== null) throw new Refusal('key_revoked')
  return key
}

/** Also of a revoked one, whose requests of the last days can still be read. */
export async function requireKeyId(tx: Sql, organisationId: string, clientId: string): Promise<string> {
  const key = (await listKeys(tx, organisationId)).find(({ client_id }) => client_id === clientId)
  if (key === undefined) throw new Refusal('key_not_found')
  return key.id
}
