import type { Answer, Failure } from '../../api/answer.ts'

export interface BulkResult<Row> {
  readonly done: number
  /** What was refused, and why. */
  readonly refused: readonly { readonly row: Row; readonly failure: Failure }[]
  /** Not tried: it was stopped before, or the server could not be reached. */
  readonly left: number
}

/**
 * One row after the other, so that each is allowed, checked and logged as if it were the only one. One that is refused
 * does not keep the others from it; without a server, or without a sign-in, it ends.
 */
export async function actOnAll<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<Answer<unknown>>,
  onProgress: (result: BulkResult<Row>) => boolean,
): Promise<BulkResult<Row>> {
  let result: BulkResult<Row> = { done: 0, refused: [], left: rows.length }
  for (const row of rows) {
    const answer = await act(row)
    if (!answer.ok && answer.failure.kind !== 'refused') return result
    result = answer.ok
      ? { ...result, done: result.done + 1, left: result.left - 1 }
      : {
          ...result,
          refused: [...result.refused, { row, failure: answer.failure }],
          left: result.left - 1,
        }
    if (!onProgress(result)) return result
  }
  return result
}
