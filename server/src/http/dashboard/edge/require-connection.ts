import type { WholeConnection } from '@millrace/contract/dashboard/connections'
import { readConnection } from '#connections/read-connection.ts'
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
