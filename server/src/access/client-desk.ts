import { tokenLifetimeSeconds } from '@millrace/contract/token'
import { createBatcher } from '#base/batcher.ts'
import { type Database, inTransaction } from '#db/database.ts'
import { type Answer, type ClientRequest, decide, keysOf } from './client-decision.ts'
import { findClients } from './find-clients.ts'
import { keepLimits, takeLimits } from './limits.ts'
import { storeTokens } from './store-tokens.ts'

/** Where clients say who they are. One answer for each request, in one transaction with whoever asks at the same time. */
export type ClientDesk = (request: ClientRequest) => Promise<Answer>

/** Each request takes three locks; PostgreSQL has room for thousands. */
const MOST_IN_A_BATCH = 100
const LONGEST_QUEUE = 1_000

export function createClientDesk(database: Pick<Database, 'engine'>): ClientDesk {
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
    const answers = batch.map((request, index) => decide(request, clients.get(index), limits))
    tx.later(keepLimits(tx, limits))
    const tokens = answers.flatMap(answer => (answer.kind === 'issued' ? [answer] : []))
    if (tokens.length > 0) tx.later(storeTokens(tx, tokens, tokenLifetimeSeconds))
    return answers
  })
}
