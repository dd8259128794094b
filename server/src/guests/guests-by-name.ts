import type { Sql } from '#db/sql.ts'
import { type GuestRow, guestColumns, toGuest } from './guest-row.ts'
import { guestsWithRareTag } from './guests-with-rare-tag.ts'
import type { FoundGuest } from './search-guests.ts'

interface NamePage {
  readonly tag: string | undefined
  readonly isDown: boolean
  /** The id of the last guest of the previous page, and their name as it is sorted: empty without one. */
  readonly after: string | undefined
  readonly limit: number
}

type Condition = readonly [sql: string, ...values: unknown[]]

/**
 * Guests in the order of their names, and then those without one. The names have an index, along which guests with a
 * frequent tag are looked for; those with a rare one are sorted by themselves.
 */
export async function guestsByName(
  tx: Sql,
  organisationId: string,
  { tag, isDown, after, limit }: NamePage,
): Promise<FoundGuest[]> {
  const [, id, name] = /^([0-9a-f-]{36}) (.*)$/s.exec(after ?? '') ?? []
  const only = tag === undefined ? [] : [await tagged(tx, organisationId, tag)]
  const [later, direction] = isDown ? ['<', 'DESC'] : ['>', 'ASC']
  const isPastNames = id !== undefined && name === ''
  const named = isPastNames
    ? []
    : await find(
        tx,
        [
          ['organisation_id = $1 AND name_key IS NOT NULL', organisationId],
          ...(id === undefined ? [] : [[`(name_key, id) ${later} ($1, $2::uuid)`, name, id] as const]),
          ...only,
        ],
        `name_key ${direction}, id ${direction}`,
        limit,
      )
  if (named.length === limit) return named
  const nameless = await find(
    tx,
    [
      ['organisation_id = $1 AND name_key IS NULL', organisationId],
      ...(isPastNames ? [['id < $1', id] as const] : []),
      ...only,
    ],
    'id DESC',
    limit - named.length,
  )
  return [...named, ...nameless]
}

async function tagged(tx: Sql, organisationId: string, tag: string): Promise<Condition> {
  const few = await guestsWithRareTag(tx, organisationId, tag)
  return few === undefined ? ['tags @> ARRAY[$1::text]', tag] : ['id = ANY($1::uuid[])', few]
}

/** Each condition numbers its own values. */
async function find(
  tx: Sql,
  conditions: readonly Condition[],
  order: string,
  most: number,
): Promise<FoundGuest[]> {
  const values: unknown[] = []
  const all = conditions.map(([sql, ...own]) => {
    const before = values.length
    values.push(...own)
    return sql.replaceAll(/\$(\d+)/g, (_all, place) => `$${before + Number(place)}`)
  })
  const { rows } = await tx.query<GuestRow & { name_key: string | null }>(
    `SELECT ${guestColumns}, name_key FROM guests WHERE ${all.join(' AND ')} ORDER BY ${order} LIMIT $${values.length + 1}`,
    [...values, most],
  )
  return rows.map(({ name_key, ...row }) => ({ guest: toGuest(row), place: `${row.id} ${name_key ?? ''}` }))
}
