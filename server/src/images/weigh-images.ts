import type { Sql } from '#db/sql.ts'
import { readName } from './image-name.ts'

/** How many bytes the uploaded images of an e-mail are together, each counted once. */
export async function weighImages(tx: Sql, organisationId: string, html: string): Promise<number> {
  const names = new Set(
    [...html.matchAll(/\/images\/([\w-]{43}\.(?:png|jpg))/g)].map(([, name]) => name as string),
  )
  const hashes = [...names].flatMap(name => readName(name)?.hash ?? [])
  if (hashes.length === 0) return 0
  const { rows } = await tx.query<{ bytes: number }>(
    `SELECT coalesce(sum(octet_length(bytes)), 0)::integer AS bytes FROM images
     WHERE organisation_id = $1 AND hash = ANY($2)`,
    [organisationId, hashes],
  )
  return rows[0]?.bytes ?? 0
}
