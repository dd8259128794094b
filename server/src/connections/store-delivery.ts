import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { dueIn } from './due.ts'

export interface NewDelivery {
  readonly organisationId: string
  readonly connectionId: string
  /** By what a repetition is recognised; null: there is none. */
  readonly repeatKey: Buffer | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Stores what another system sent, or what was fetched from it. Returns false for a repetition. */
export async function storeDelivery(tx: Sql, delivery: NewDelivery): Promise<boolean> {
  const { organisationId, connectionId, repeatKey, headers, body } = delivery
  const { rowCount } = await tx.query(
    `INSERT INTO connection_deliveries (organisation_id, id, connection_id, repeat_key, headers, body, bytes, due_at)
     SELECT d.organisation_id, $2, d.connection_id, $4, $5, $6, $7, ${dueIn('0')}
     FROM (SELECT $1::uuid AS organisation_id, $3::uuid AS connection_id) AS d
     ON CONFLICT DO NOTHING`,
    [organisationId, newId(), connectionId, repeatKey, JSON.stringify(headers), body, body.length],
  )
  return rowCount === 1
}
