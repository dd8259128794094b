import type { Sql } from '#db/sql.ts'

const MOST_TAGS = 500
const NEWEST_GUESTS = 500

/** Each tag is one step in the index, however many guests have it. */
const TAGS = `
  WITH RECURSIVE found (tag, place) AS (
    (SELECT tag, 1 FROM guest_tags WHERE organisation_id = $1 ORDER BY tag LIMIT 1)
    UNION ALL
    SELECT next.tag, found.place + 1
    FROM found, LATERAL (
      SELECT tag FROM guest_tags WHERE organisation_id = $1 AND tag > found.tag ORDER BY tag LIMIT 1
    ) AS next
    WHERE found.place < $2
  )
  SELECT tag FROM found ORDER BY place`

const ATTRIBUTES = `
  SELECT DISTINCT key
  FROM (SELECT attributes FROM guests WHERE organisation_id = $1 ORDER BY id DESC LIMIT $2) AS newest,
    LATERAL jsonb_object_keys(attributes) AS key
  ORDER BY key`

/** The tags of an organisation's guests, and the names of the newest guests' attributes. */
export async function listGuestValues(sql: Sql, organisationId: string) {
  const tags = await sql.query<{ tag: string }>(TAGS, [organisationId, MOST_TAGS])
  const attributes = await sql.query<{ key: string }>(ATTRIBUTES, [organisationId, NEWEST_GUESTS])
  return { tags: tags.rows.map(({ tag }) => tag), attributes: attributes.rows.map(({ key }) => key) }
}
