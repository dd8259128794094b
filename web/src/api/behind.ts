/** How old a list is that was read from a replica of the database, where that is long enough to be said. */
export interface Behind {
  readonly seconds: number
  readonly asOf: string
}

/** As the server says it in the headers of an answer. */
export function behindIn({ headers }: Pick<Response, 'headers'>): Behind | undefined {
  const [seconds, asOf] = [Number(headers.get('millrace-behind')), headers.get('millrace-as-of')]
  return seconds > 0 && asOf !== null ? { seconds, asOf } : undefined
}

const BEHIND_PACE_MS = 3_000

interface Answered {
  readonly behind?: Behind
  readonly pages?: readonly Answered[]
}

/** It travels with the answer, so that the next one takes it away. Of a list that is read page by page, the first page counts. */
export const behindOf = (answered: unknown): Behind | undefined => {
  const { behind, pages } = (answered ?? {}) as Answered
  return behind ?? pages?.[0]?.behind
}

/** How often what is shown is asked for again. What is behind is asked for soon: nothing else says when it is current. */
export const paceOf = (answered: unknown, pace: number | false): number | false =>
  behindOf(answered) === undefined ? pace : Math.min(pace || BEHIND_PACE_MS, BEHIND_PACE_MS)
