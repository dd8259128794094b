import type { Transaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import {
  type Claim,
  claimKeys,
  type IdempotentRequest,
  keepAnswers,
  type Repeated,
  type StoredAnswer,
} from './idempotency.ts'

/**
 * The keys of some requests, claimed for the length of the transaction. Requests without a key never count as repeated.
 */
export interface Claimed<Asked> {
  /** undefined: it has to be carried out. */
  repeated(asked: Asked): Repeated | undefined
  /**
   * Stores the answers of the requests that were carried out; requests without a key have none to store. Sent, not
   * awaited.
   */
  keep(answered: Iterable<readonly [Asked, StoredAnswer]>): void
}

/** The one way to make requests happen once: claim, carry out what is not repeated, store the answers, commit. */
export async function claim<Asked>(
  tx: Sql & Pick<Transaction, 'later'>,
  organisationId: string,
  asked: readonly Asked[],
  requestOf: (asked: Asked) => IdempotentRequest | undefined,
): Promise<Claimed<Asked>> {
  const keyed = asked.flatMap(one => {
    const request = requestOf(one)
    return request === undefined ? [] : [{ one, request }]
  })
  const requests = new Map(keyed.map(({ one, request }) => [one, request]))
  const found = keyed.length === 0 ? [] : await claimKeys(tx, organisationId, [...requests.values()])
  const claims = new Map(keyed.map(({ one }, index) => [one, found[index] as Claim]))
  return {
    repeated(one) {
      const claimed = claims.get(one)
      return claimed === undefined || claimed.kind === 'first' ? undefined : claimed
    },
    keep(answered) {
      const answers = [...answered].flatMap(([one, answer]) => {
        const request = requests.get(one)
        return request === undefined ? [] : [{ request, answer }]
      })
      if (answers.length > 0) tx.later(keepAnswers(tx, organisationId, answers))
    },
  }
}

/** The result of a single request. */
export type Once<Done> = Repeated | { readonly kind: 'done'; readonly done: Done }

/** Carries out a single request once. Nothing is kept if `work` returns no answer: then it stored nothing. */
export async function once<Done>(
  tx: Sql & Pick<Transaction, 'later'>,
  organisationId: string,
  request: IdempotentRequest | undefined,
  work: () => Promise<{ readonly done: Done; readonly answer?: StoredAnswer | undefined }>,
): Promise<Once<Done>> {
  const claimed = await claim(tx, organisationId, [request], one => one)
  const repeated = claimed.repeated(request)
  if (repeated !== undefined) return repeated
  const { done, answer } = await work()
  if (answer !== undefined) claimed.keep([[request, answer]])
  return { kind: 'done', done }
}
