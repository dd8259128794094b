import type { HttpParts } from '../parts.ts'
import { readCursor, writeCursor } from './cursor.ts'

const DEFAULT_LIMIT = 50

export interface PageRequest {
  readonly limit: number
  readonly after: string | undefined
}

interface PageQuery {
  limit?: string | undefined
  cursor?: string | undefined
}

/** Lists go by keys, not by counting: a page costs the same wherever it is. */
export function pageRequest(
  { secrets }: Pick<HttpParts, 'secrets'>,
  list: string,
  query: PageQuery,
): PageRequest {
  return {
    limit: query.limit === undefined ? DEFAULT_LIMIT : Number(query.limit),
    after: readCursor(secrets.cursor, list, query.cursor),
  }
}

/** `rows` holds one more than the limit when there is a next page. */
export function pageAnswer<Row>(
  { secrets, config }: Pick<HttpParts, 'secrets' | 'config'>,
  { list, page, path, query }: { list: string; page: PageRequest; path: string; query: object },
  rows: readonly Row[],
  keyOf: (row: Row) => string,
) {
  const data = rows.slice(0, page.limit)
  const last = data.at(-1)
  if (rows.length <= page.limit || last === undefined) return { data, links: { next: null } }
  const next = new URLSearchParams(query as Record<string, string>)
  next.set('cursor', writeCursor(secrets.cursor, list, keyOf(last)))
  return { data, links: { next: `${config.baseUrl}${path}?${next}` } }
}
