import type { Sql } from './sql.ts'

/** Rows that belong to a guest, and can become another's. The statements are written out in the files of the table's owner. */
export interface GuestRows {
  readonly table: string
  /** `UPDATE … SET guest_id = $3`. */
  readonly update: string
  /** The columns that name one row of a guest. */
  readonly key: readonly string[]
  /** Rows of runs or events: whose these are, they are. */
  readonly follow?: { readonly table: 'runs' | 'events'; readonly by: string }
  /** Where two guests can have the same row, and one of the two goes. */
  readonly clash?: {
    /** `DELETE FROM …`, `INSERT INTO …`. */
    readonly remove: string
    readonly insert: string
    /**
     * What the row that stays takes over from the other; $1 the organisation, $2 whose row goes, $3 whose stays. Rows that it
     * returns are kept for the way back as well.
     */
    readonly combine?: string
    /** The opposite, for the rows $3 that come back; $2 is the guest who kept theirs. */
    readonly separate?: string
  }
}

export interface GuestMove {
  readonly organisationId: string
  readonly from: string
  readonly to: string
}

/** What was moved: the keys of the rows, and whole rows of which the other guest had one already. */
export interface MovedRows {
  readonly keys: readonly object[]
  readonly kept: readonly object[]
}

export async function moveRows(
  tx: Sql,
  rows: GuestRows,
  { organisationId, from, to }: GuestMove,
): Promise<MovedRows> {
  const kept =
    rows.clash === undefined ? [] : await setAside(tx, rows, rows.clash, [organisationId, from, to])
  const key = rows.key.map(column => `'${column}', ${column}`).join(', ')
  const moved = await tx.query<{ key: object }>(
    `${rows.update} WHERE organisation_id = $1 AND guest_id = $2 RETURNING jsonb_build_object(${key}) AS key`,
    [organisationId, from, to],
  )
  return { keys: rows.follow === undefined ? moved.rows.map(row => row.key) : [], kept }
}

async function setAside(
  tx: Sql,
  { table, key }: GuestRows,
  { remove, combine }: NonNullable<GuestRows['clash']>,
  values: readonly string[],
): Promise<object[]> {
  const same = key.map(column => `theirs.${column} = gone.${column}`).join(' AND ')
  const isTwice = `EXISTS (SELECT FROM ${table} theirs
    WHERE theirs.organisation_id = $1 AND theirs.guest_id = $3 AND ${same})`
  const combined = combine === undefined ? [] : (await tx.query<{ row: object }>(combine, [...values])).rows
  const { rows } = await tx.query<{ row: object }>(
    `${remove} AS gone WHERE gone.organisation_id = $1 AND gone.guest_id = $2 AND ${isTwice} RETURNING to_jsonb(gone) AS row`,
    [...values],
  )
  return [...combined, ...rows].map(({ row }) => row)
}

/** Moves rows back: `from` is the guest who has them now. What `from` no longer has stays where it is. */
export async function returnRows(
  tx: Sql,
  { table, update, key, clash }: GuestRows,
  { organisationId, from, to }: GuestMove,
  { keys, kept }: MovedRows,
): Promise<void> {
  if (keys.length > 0) {
    const columns = key.join(', ')
    await tx.query(
      `${update} WHERE organisation_id = $1 AND guest_id = $2
         AND (${columns}) IN (SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $4::jsonb))`,
      [organisationId, from, to, JSON.stringify(keys)],
    )
  }
  if (clash === undefined || kept.length === 0) return
  if (clash.separate !== undefined)
    await tx.query(clash.separate, [organisationId, from, JSON.stringify(kept)])
  await tx.query(
    `${clash.insert} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb) ON CONFLICT DO NOTHING`,
    [JSON.stringify(kept)],
  )
}

/** Rows of runs and events go back with them, also those that were stored since. */
export async function returnFollowing(
  tx: Sql,
  { update, follow }: GuestRows,
  { organisationId, from, to }: GuestMove,
): Promise<void> {
  if (follow === undefined) return
  await tx.query(
    `${update} WHERE organisation_id = $1 AND guest_id = $2
       AND ${follow.by} IN (SELECT id FROM ${follow.table} WHERE organisation_id = $1 AND guest_id = $3)`,
    [organisationId, from, to],
  )
}
