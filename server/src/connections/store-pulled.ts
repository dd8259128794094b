import { createHash } from 'node:crypto'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { dueIn } from './due.ts'

/** Stores a page that was fetched as a delivery. A page with the same bytes as one before is none. */
export async function storePulled(
  tx: Sql,
  { organisationId, connectionId }: { readonly organisationId: string; readonly connectionId: string },
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Promise<void> {
  await tx.query(
    `INSERT INTO connection_deliveries (organisation_id, id, connection_id, repeat_key, headers, body, due_at)
     SELECT d.*, ${dueIn('0')}
     FROM (SELECT $1::uuid AS organisation_id, $2::uuid, $3::uuid AS connection_id, $4::bytea, $5::jsonb, $6::bytea) AS d
     ON CONFLICT DO NOTHING`,
    [
      organisationId,
      newId(),
      connectionId,
      createHash('sha256').update(body).digest(),
      JSON.stringify(headers),
      body,
    ],
  )
}
