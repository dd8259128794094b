import type { Sql } from '#db/sql.ts'
import type { KnownPiece, KnownPieces } from './expand-pieces.ts'

/** A piece with its newest version, as stored. */
export interface PieceRow extends KnownPiece {
  readonly changed_by: string
  readonly changed_at: Date
}

const newest = `SELECT p.key, p.name, p.kind, p.version, v.content, v.created_by AS changed_by, v.created_at AS changed_at
  FROM pieces p JOIN piece_versions v USING (organisation_id, key, version)`

/** By name. */
export async function readPieces(tx: Sql, organisationId: string): Promise<PieceRow[]> {
  const { rows } = await tx.query<PieceRow>(
    `${newest} WHERE p.organisation_id = $1 ORDER BY lower(p.name), p.key`,
    [organisationId],
  )
  return rows
}

/** Those of them that have these keys. */
export async function readNamed(
  tx: Sql,
  organisationId: string,
  keys: readonly string[],
): Promise<KnownPieces> {
  if (keys.length === 0) return new Map()
  const { rows } = await tx.query<PieceRow>(`${newest} WHERE p.organisation_id = $1 AND p.key = ANY($2)`, [
    organisationId,
    keys,
  ])
  return new Map(rows.map(row => [row.key, row]))
}

/** Nobody deletes them until the transaction ends. Returns the keys that are there. */
export async function holdPieces(
  tx: Sql,
  organisationId: string,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await tx.query<{ key: string }>(
    'SELECT key FROM pieces WHERE organisation_id = $1 AND key = ANY($2) ORDER BY key FOR KEY SHARE',
    [organisationId, keys],
  )
  return new Set(rows.map(({ key }) => key))
}

/** Nobody else changes it until the transaction ends. */
export async function lockPiece(
  tx: Sql,
  organisationId: string,
  key: string,
): Promise<{ readonly name: string; readonly version: number } | undefined> {
  const { rows } = await tx.query<{ name: string; version: number }>(
    'SELECT name, version FROM pieces WHERE organisation_id = $1 AND key = $2 FOR UPDATE',
    [organisationId, key],
  )
  return rows[0]
}

export interface PieceName {
  readonly organisationId: string
  readonly key: string
}

/** The numbers of the newest versions, across organisations, in the order of the names; null: there is no such piece. */
export async function newestVersions(tx: Sql, names: readonly PieceName[]): Promise<(number | null)[]> {
  const { rows } = await tx.query<{ version: number | null }>(
    `SELECT p.version FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS n (organisation_id, key, place)
     LEFT JOIN pieces p USING (organisation_id, key) ORDER BY n.place`,
    [names.map(({ organisationId }) => organisationId), names.map(({ key }) => key)],
  )
  return rows.map(({ version }) => version)
}
