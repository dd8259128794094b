import type { SuppressedChannel, SuppressionReason } from '@millrace/contract/suppression'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { suppressedKey } from './suppressed-key.ts'

export interface Suppressed {
  readonly channel: SuppressedChannel
  readonly address: string
  readonly reason: SuppressionReason
  readonly source: string
  readonly note: string | null
}

const LONGEST_NOTE = 500

/**
 * Suppresses addresses, many in one statement, and returns the ids of those that are new. One that is suppressed already
 * stays as it is: the first reason counts. What is no address is left out. Messages that are on their way to them are
 * refused at their next attempt, see `deliver`.
 */
export async function suppress(
  tx: Sql,
  organisationId: string,
  entries: readonly Suppressed[],
): Promise<string[]> {
  const known = entries.flatMap(entry => {
    const key = suppressedKey(entry.channel, entry.address)
    return key === undefined ? [] : [{ ...entry, key }]
  })
  if (known.length === 0) return []
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO suppressions (organisation_id, id, channel, address, reason, source, note)
     SELECT DISTINCT ON (channel, address) $1, id, channel, address, reason, source, note
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
       WITH ORDINALITY AS s (id, channel, address, reason, source, note, position)
     ORDER BY channel, address, position
     ON CONFLICT (organisation_id, channel, address) WHERE lifted_at IS NULL DO NOTHING
     RETURNING id`,
    [
      organisationId,
      known.map(() => newId()),
      known.map(({ channel }) => channel),
      known.map(({ key }) => key),
      known.map(({ reason }) => reason),
      known.map(({ source }) => source),
      known.map(({ note }) => note?.trim().slice(0, LONGEST_NOTE) || null),
    ],
  )
  return rows.map(({ id }) => id)
}
