import type { WholeConnection } from '@millrace/contract/dashboard/connections'
import { readConnection, readMapping } from '#connections/read-connection.ts'
import { factsOf } from '#connections/read-delivery.ts'
import { inTenant } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import type { HttpParts } from '../../parts.ts'
import { Refusal } from '../../refusal.ts'
import { requireId } from './require-id.ts'

export const connectionId = (text: string): string => requireId(text, 'connection_not_found')

export async function requireConnection(
  tx: Sql,
  { sealer, config }: Pick<HttpParts, 'sealer' | 'config'>,
  organisationId: string,
  id: string,
): Promise<WholeConnection> {
  const found = await readConnection(tx, sealer, config.baseUrl, organisationId, id)
  if (found === undefined) throw new Refusal('connection_not_found')
  return found
}

/** How the connection reads what it is sent; it refuses where there is none. */
export async function requireStoredMapping(tx: Sql, organisationId: string, id: string) {
  const found = await readMapping(tx, organisationId, id)
  if (found === undefined) throw new Refusal('connection_not_found')
  return found
}

/** The same with what reading a delivery takes besides. */
export const readerOf = (
  { database, organisations }: Pick<HttpParts, 'database' | 'organisations'>,
  organisationId: string,
  id: string,
) =>
  inTenant(database, organisationId, async tx => ({
    connection: await requireStoredMapping(tx, organisationId, id),
    facts: await factsOf(tx, organisations, organisationId),
  }))
