import type { ConnectionTrouble } from '@millrace/contract/dashboard/connections'
import type { Attention } from '@millrace/contract/dashboard/home'
import { phrase, say, sayPhrase } from '@millrace/contract/say'
import type { Sql } from '#db/sql.ts'

/** Connections that make no events of what they are sent, or are sent nothing. For owners: nobody else sees connections. */
export async function troubledConnections(tx: Sql, organisationId: string): Promise<Attention[]> {
  const { rows } = await tx.query<{ id: string; name: string; trouble: ConnectionTrouble | null }>(
    `SELECT c.id, c.name, c.trouble FROM connections c
     WHERE c.organisation_id = $1 AND c.deleted_at IS NULL AND c.paused_at IS NULL
       AND (c.trouble IS NOT NULL OR EXISTS (
         SELECT FROM connection_deliveries d
         WHERE d.organisation_id = c.organisation_id AND d.connection_id = c.id AND d.state = 'held'))
     ORDER BY c.id LIMIT 20`,
    [organisationId],
  )
  return rows.map(({ id, name, trouble }) => ({
    kind: 'connection_trouble',
    sentence: say`The connection "${name}" ${sayPhrase(words[trouble ?? 'held'])}.`,
    count: null,
    workflow_id: null,
    source: null,
    connection_id: id,
  }))
}

const words: Record<ConnectionTrouble | 'held', string> = {
  fetching: phrase`cannot fetch its pages`,
  refused: phrase`refuses what it is sent`,
  unreadable: phrase`receives deliveries that cannot be read`,
  silent: phrase`has received nothing for two days`,
  held: phrase`holds deliveries until you set a venue or their guests are known`,
}
