import type { Answer } from '../../api/answer.ts'
import { nextCursor } from '../../api/queries.ts'
import type { Page } from '../../api/use-pages.ts'

/** What a browser is asked to hold at once; a file of more is cut off, and says so. */
export const MOST_ROWS = 10_000

/** The rows of all pages of a list, as it is now. */
export async function readAll<Row>(
  ask: (cursor: string | null, signal: AbortSignal) => Promise<Answer<Page<Row>>>,
  signal: AbortSignal,
): Promise<Answer<{ readonly rows: readonly Row[]; readonly more: boolean }>> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const answer = await ask(cursor ?? null, signal)
    if (!answer.ok) return answer
    rows.push(...answer.value.data)
    cursor = nextCursor(answer.value)
  } while (cursor !== undefined && rows.length < MOST_ROWS)
  return { ok: true, value: { rows: rows.slice(0, MOST_ROWS), more: cursor !== undefined } }
}

/** A list that is there as a whole, for what reads lists by their pages. */
export const onePage =
  <Row>(rows: readonly Row[]) =>
  async (): Promise<Answer<Page<Row>>> => ({ ok: true, value: { data: [...rows], links: { next: null } } })
