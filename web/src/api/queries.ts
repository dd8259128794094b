import { keepPreviousData, QueryClient } from '@tanstack/react-query'
import type { Answer, Failure } from './answer.ts'
import { paceOf } from './behind.ts'

/** How a failure travels through the query library, which knows of exceptions only. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

export const failureOf = (error: Error): Failure | undefined =>
  error instanceof CallFailed ? error.failure : undefined

/** The value of an answer, for a query's function. */
export async function asked<T>(answer: Promise<Answer<T>>): Promise<T> {
  const result = await answer
  if (result.ok) return result.value
  throw new CallFailed(result.failure)
}

/** The address of the next page is in the answer; what a list asks for is the cursor in it. */
export const nextCursor = ({ links }: { links: { next: string | null } }): string | undefined =>
  links.next === null
    ? undefined
    : (new URL(links.next, location.origin).searchParams.get('cursor') ?? undefined)

/** What was asked for and did not come may come when asked again; what was refused will be refused again. */
const isWorthAnother = (attempt: number, error: Error) => {
  const failure = failureOf(error)
  return attempt < 3 && (failure?.kind === 'gone' || failure?.status === 503)
}

/** A page that was too quick says so, and asks again by itself when it may; so does one that shows what is behind. */
const askAgain = ({
  state: { data, error },
}: {
  state: { data: unknown; error: Error | null }
}): number | false => {
  if (error === null) return paceOf(data, false)
  const seconds = failureOf(error)?.retryAfter
  return seconds === undefined ? false : seconds * 1_000
}

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: isWorthAnother,
        retryDelay: attempt => Math.min(1_000 * 2 ** attempt, 5_000),
        refetchInterval: askAgain,
        staleTime: 5_000,
        // The server may well be on a machine that is on no network at all.
        networkMode: 'always',
        placeholderData: keepPreviousData,
      },
    },
  })
