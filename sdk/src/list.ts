import type { Call, CallOptions } from './call.ts'
import { type Ids, type Listing, placeOf, type Row } from './operate.ts'

export interface PageQuery {
  /** Rows a page, 1 to 100. Default: 50. */
  limit?: number | undefined
  /** From `nextCursor` of a page: the list continues after that page. */
  cursor?: string | null | undefined
}

export interface Page<T> {
  readonly data: T[]
  /** null on the last page. */
  readonly nextCursor: string | null
}

/** `for await` goes through all rows, and fetches pages as needed. The options apply to each page. */
export interface List<T> extends AsyncIterable<T> {
  /** Only one page: the first, or the one after `cursor`. */
  page(): Promise<Page<T>>
}

export function createList<N extends Listing>(
  call: Call,
  name: N,
  ids: Ids<N>,
  query: PageQuery | undefined,
  options: CallOptions | undefined,
): List<Row<N>> {
  const place = placeOf(name, ids)
  async function page(cursor: string | null | undefined): Promise<Page<Row<N>>> {
    const answer = await call<{ data: Row<N>[]; links: { next: string | null } }>(
      { ...place, query: { ...query, cursor } },
      options,
    )
    return { data: answer.data, nextCursor: cursorOf(answer.links.next) }
  }
  return {
    page: () => page(query?.cursor),
    async *[Symbol.asyncIterator]() {
      let cursor = query?.cursor
      do {
        const { data, nextCursor } = await page(cursor)
        yield* data
        cursor = nextCursor
      } while (cursor !== null)
    },
  }
}

/** Only the cursor is read from the address: the token is sent to no host except the configured one. */
const cursorOf = (next: string | null) =>
  next === null ? null : new URL(next, 'http://localhost').searchParams.get('cursor')
