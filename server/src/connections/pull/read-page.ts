import { hasMoreValues, MOST_VALUES } from '#base/count-values.ts'
import type { HttpAnswer } from '#channels/http/exchange.ts'
import { compilePath } from '../mapping/path.ts'
import type { PullProgress, PullSettings } from './page-request.ts'

export type ReadPage =
  /** It becomes a delivery. `more`: the cursor has moved, so that there is a next page. */
  | { readonly kind: 'page'; readonly progress: PullProgress; readonly more: boolean }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly error: string }

const LONGEST_CURSOR = 2_000

/** What an answer means for the next request. */
export function readPage(
  { cursor_path, cursor_value }: PullSettings & PullProgress,
  answer: Pick<HttpAnswer, 'status' | 'headers' | 'body' | 'cut'>,
): ReadPage {
  const { status, headers, body, cut } = answer
  if (status === 304 || status === 204) return { kind: 'unchanged' }
  if (status >= 300 && status < 400)
    return failed(
      `The system answered ${status}, a redirect. They are not followed: enter the final address.`,
    )
  if (status !== 200) return failed(`The system answered ${status}.`)
  if (cut) return failed('The page is larger than 1 MiB. Ask for smaller pages in its address.')
  const next = cursor_path === null ? null : nextCursor(cursor_path, body)
  if (next !== null && typeof next === 'object') return failed(next.error)
  const more = next !== null && next !== cursor_value
  // Another page has its own.
  const same = { etag: headers.etag ?? null, last_modified: headers['last-modified'] ?? null }
  const fresh = { etag: null, last_modified: null }
  return { kind: 'page', more, progress: { cursor_value: next ?? cursor_value, ...(more ? fresh : same) } }
}

const failed = (error: string): ReadPage => ({ kind: 'failed', error })

function nextCursor(path: string, body: Buffer): string | null | { readonly error: string } {
  const text = body.toString('utf8')
  if (hasMoreValues(text, MOST_VALUES))
    return { error: 'The page has more than 50,000 values. Ask for smaller pages in its address.' }
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return { error: 'The page is not JSON, so the next cursor cannot be read.' }
  }
  const [value] = compilePath(path)(document)
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' && typeof value !== 'number')
    return { error: 'The next cursor is neither a text nor a number.' }
  const cursor = String(value)
  return cursor.length > LONGEST_CURSOR ? { error: 'The next cursor is too long.' } : cursor
}
