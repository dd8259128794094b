import { tokenLifetimeSeconds } from '@millrace/contract/token'
import { createBatcher } from '#base/batcher.ts'
import { type Database, inTransaction } from '#db/database.ts'
import { type Answer, answerTo, type ClientRequest, keysOf } from './client-answer.ts'
import { findClients } from './find-clients.ts'
import { rememberNetworks } from './key-networks.ts'
import { keepLimits, takeLimits } from './limits.ts'
import { storeTokens } from './store-tokens.ts'

/**
 * Authenticates a client by its credentials and issues its token. Requests that arrive at the same time share one
 * transaction; each gets its answer.
 */
export type AuthenticateClient = (request: ClientRequest) => Promise<Answer>

/** Each request takes three locks; PostgreSQL has room for thousands. */
const MOST_IN_A_BATCH = 100
const LONGEST_QUEUE = 1_000

export function createAuthenticateClient(database: Pick<Database, 'engine'>): AuthenticateClient {
  const requests = createBatcher<ClientRequest, Answer>({
    run: batch => answerAll(database, batch),
    most: MOST_IN_A_BATCH,
    longestQueue: LONGEST_QUEUE,
  })
  return request => requests.add(request)
}

function answerAll(database: Pick<Database, 'engine'>, batch: readonly ClientRequest[]): Promise<Answer[]> {
  return inTransaction(database.engine, async tx => {
    const [limits, clients] = await Promise.all([
      takeLimits(tx, [...new Set(batch.flatMap(keysOf))]),
      findClients(tx, batch),
    ])
    const answers = batch.map((request, index) => answerTo(request, clients.get(index), limits))
    tx.later(keepLimits(tx, limits))
    const tokens = answers.flatMap((answer, index) =>
      answer.kind === 'issued' ? [{ ...answer, address: (batch[index] as ClientRequest).address }] : [],
    )
    if (tokens.length > 0) {
      tx.later(storeTokens(tx, tokens, tokenLifetimeSeconds))
      tx.later(rememberNetworks(tx, tokens))
    }
    return answers
  })
}
