import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { sealContext } from './seal-context.ts'

interface Row {
  readonly organisation_id: string
  readonly id: string
  readonly sealed_address: string
  readonly sealed_secret: string | null
  readonly sealed_previous: string | null
}

const columns = ['sealed_address', 'sealed_secret', 'sealed_previous'] as const

/** Reseals the addresses and secrets that were sealed with a previous master key. Returns how many. */
export async function resealConnections(tx: Sql, sealer: Sealer): Promise<number> {
  const { rows } = await tx.query<Row>(
    `SELECT organisation_id, id, sealed_address, sealed_secret, sealed_previous FROM connections
     ORDER BY organisation_id, id FOR UPDATE`,
  )
  let resealed = 0
  for (const row of rows) {
    const sealed = columns.map(column => {
      const text = row[column]
      if (text === null || !sealer.needsReseal(text)) return text
      resealed += 1
      const context = sealContext(row.organisation_id, row.id, column)
      return sealer.seal(sealer.open(text, context), context)
    })
    if (columns.some((column, index) => sealed[index] !== row[column]))
      await tx.query(
        `UPDATE connections SET sealed_address = $3, sealed_secret = $4, sealed_previous = $5
         WHERE organisation_id = $1 AND id = $2`,
        [row.organisation_id, row.id, ...sealed],
      )
  }
  return resealed
}
