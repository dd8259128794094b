import type { SourceInList } from '@millrace/contract/dashboard/sources'
import type { Source } from '@millrace/contract/source'
import type { Sql } from '#db/sql.ts'
import { listMeanings } from '#visits/source-meanings.ts'

type Row = Omit<Source, 'first_seen_at' | 'last_seen_at'> & { first_seen_at: Date; last_seen_at: Date }

/** An integration that invents sources must not make this page endless. */
const MOST = 500

/** Busiest first. */
export async function listSources(
  tx: Sql,
  organisationId: string,
): Promise<{ data: SourceInList[]; more: boolean }> {
  const { rows } = await tx.query<Row>(
    `SELECT nullif(s.source, '') AS source, s.events, s.first_seen_at, s.last_seen_at FROM sources s
     WHERE s.organisation_id = $1 ORDER BY s.events DESC, s.source LIMIT $2`,
    [organisationId, MOST + 1],
  )
  const meanings = new Map(
    (await listMeanings(tx, organisationId)).map(({ source, meaning }) => [source, meaning]),
  )
  return {
    data: rows.slice(0, MOST).map(row => ({
      ...row,
      meaning: meanings.get(row.source) ?? null,
      first_seen_at: row.first_seen_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
    })),
    more: rows.length > MOST,
  }
}
