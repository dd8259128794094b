import type { Guest } from '@millrace/contract/guest'
import type { Sql } from '#db/sql.ts'
import { type GuestRow, guestColumns, toGuest } from './guest-row.ts'
import { guestsByName } from './guests-by-name.ts'
import { guestsWithRareTag } from './guests-with-rare-tag.ts'

export type GuestSort = 'created' | '-created' | 'name' | '-name'

export interface GuestSearch {
  /** The beginning of a name, a last name, an e-mail address, a phone number or an external id, in any case. */
  readonly text?: string | undefined
  readonly tag?: string | undefined
  /** Newest first without it. A search by text has its own order. */
  readonly sort?: GuestSort | undefined
  /** `place` of the last guest of the previous page. */
  readonly after: string | undefined
  readonly limit: number
}

export interface FoundGuest {
  readonly guest: Guest
  /** Where the list continues after them. */
  readonly place: string
}

/**
 * A search by text is ordered by the text that matched, any other by age or by name. Each kind of text is a range of its
 * own index, and so is a tag; a page costs the same among a million guests as among a hundred.
 */
export async function searchGuests(
  tx: Sql,
  organisationId: string,
  { text = '', tag, sort = '-created', after, limit }: GuestSearch,
): Promise<FoundGuest[]> {
  const wanted = wantedOf(text)
  if (wanted !== '') return byText(tx, organisationId, wanted, tag, after, limit)
  if (sort.endsWith('name'))
    return guestsByName(tx, organisationId, { tag, isDown: sort === '-name', after, limit })
  const statements = sort === 'created' ? oldest : newest
  const { rows } = await tx.query<GuestRow>(tag === undefined ? statements.all : statements.tagged, [
    organisationId,
    after ?? null,
    limit,
    ...(tag === undefined ? [] : [tag]),
  ])
  return rows.map(row => ({ guest: toGuest(row), place: row.id }))
}

const wantedOf = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** Those that a search finds, up to a limit, for who counts them: without their order, which costs more. */
export function foundGuests(
  organisationId: string,
  { text = '', tag, limit }: Pick<GuestSearch, 'text' | 'tag' | 'limit'>,
): { readonly sql: string; readonly values: readonly unknown[] } {
  const wanted = wantedOf(text)
  if (wanted !== '') return { sql: BY_TEXT, values: [organisationId, wanted, limit, tag ?? null, null, null] }
  return tag === undefined
    ? { sql: 'SELECT id FROM guests WHERE organisation_id = $1 LIMIT $2', values: [organisationId, limit] }
    : {
        sql: 'SELECT guest_id FROM guest_tags WHERE organisation_id = $1 AND tag = $2 LIMIT $3',
        values: [organisationId, tag, limit],
      }
}

async function byText(
  tx: Sql,
  organisationId: string,
  text: string,
  tag: string | undefined,
  after: string | undefined,
  limit: number,
): Promise<FoundGuest[]> {
  const [, id, found] = /^([0-9a-f-]{36}) (.*)$/s.exec(after ?? '') ?? []
  const few = tag === undefined ? undefined : await guestsWithRareTag(tx, organisationId, tag)
  const { rows } = await tx.query<GuestRow & { found: string }>(few === undefined ? BY_TEXT : BY_TEXT_AMONG, [
    organisationId,
    text,
    limit,
    few ?? tag ?? null,
    found ?? null,
    id ?? null,
  ])
  return rows.map(({ found, ...row }) => ({ guest: toGuest(row), place: `${row.id} ${found}` }))
}

const byAge = (later: '<' | '>', direction: 'ASC' | 'DESC') => ({
  all: `
  SELECT ${guestColumns} FROM guests
  WHERE organisation_id = $1 AND ($2::uuid IS NULL OR id ${later} $2) ORDER BY id ${direction} LIMIT $3`,
  tagged: `
  SELECT ${guestColumns} FROM guests
  WHERE organisation_id = $1 AND id IN (
    SELECT guest_id FROM guest_tags
    WHERE organisation_id = $1 AND tag = $4 AND ($2::uuid IS NULL OR guest_id ${later} $2)
    ORDER BY guest_id ${direction} LIMIT $3)
  ORDER BY id ${direction}`,
})

const newest = byAge('<', 'DESC')
const oldest = byAge('>', 'ASC')

/** The columns that are searched, each with its own index. */
const keys = ['name_key', 'last_name_key', 'email_key', 'phone_key', 'external_key']

// U+10FFFF sorts after everything that begins with the text. In the generic plan of a prepared statement LIKE could
// not use an index; this can.
const inRange = (key: string) => `${key} >= lower($2) AND ${key} < lower($2) || U&'\\+10FFFF'`

/** A guest with several matching keys is found only by the first of them. */
const branch = (from: string, tagged: string) => (key: string, index: number) =>
  `
  (SELECT ${key} AS found, id FROM ${from}
   WHERE organisation_id = $1 AND ${inRange(key)} AND ${tagged}
     ${keys
       .slice(0, index)
       .map(earlier => `AND (${inRange(earlier)}) IS NOT TRUE`)
       .join(' ')}
     AND ($5::text IS NULL OR (${key}, id) > ($5, $6::uuid))
   ORDER BY 1, 2 LIMIT $3)`

const pageOf = (branches: string[]) => `
  SELECT found, ${guestColumns}
  FROM (SELECT found, id FROM (${branches.join(' UNION ALL ')}) AS all_keys ORDER BY 1, 2 LIMIT $3) AS page
  JOIN guests USING (id)
  WHERE organisation_id = $1
  ORDER BY found, id`

const BY_TEXT = pageOf(keys.map(branch('guests', '($4::text IS NULL OR tags @> ARRAY[$4::text])')))

const BY_TEXT_AMONG = `
  WITH few AS MATERIALIZED (
    SELECT organisation_id, id, ${keys.join(', ')} FROM guests WHERE organisation_id = $1 AND id = ANY($4::uuid[]))
  ${pageOf(keys.map(branch('few', 'true')))}`
