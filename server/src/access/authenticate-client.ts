import { tokenLifetimeSeconds } from '@millrace/contract/token'
import { createBatcher } from '#base/batcher.ts'
import { BoundedMap } from '#base/bounded-map.ts'
import { type Admission, prompt } from '#base/overloaded.ts'
import { type Database, inTransaction } from '#db/database.ts'
import { type Answer, answerTo, type ClientRequest, keysOf } from './client-answer.ts'
import { findClients } from './find-clients.ts'
import { type KeyUse, noteNetworks, useOf } from './key-networks.ts'
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

/** Keys with an address whose network this process has noted: most tokens go to a key where it was before, and cost no statement. */
const MOST_NOTED = 50_000

export function createAuthenticateClient(
  database: Pick<Database, 'engine'>,
  admission: Admission = prompt,
): AuthenticateClient {
  const noted = new BoundedMap<true>(MOST_NOTED)
  const requests = createBatcher<ClientRequest, Answer>({
    run: batch => answerAll(database, noted, batch),
    most: MOST_IN_A_BATCH,
    longestQueue: LONGEST_QUEUE,
    admission,
  })
  return request => requests.add(request)
}

async function answerAll(
  database: Pick<Database, 'engine'>,
  noted: BoundedMap<true>,
  batch: readonly ClientRequest[],
): Promise<Answer[]> {
  let fresh: { name: string; use: KeyUse }[] = []
  const answers = await inTransaction(database.engine, async tx => {
    const [limits, clients] = await Promise.all([
      takeLimits(tx, [...new Set(batch.flatMap(keysOf))]),
      findClients(tx, batch),
    ])
    const given = batch.map((request, index) => answerTo(request, clients.get(index), limits))
    tx.later(keepLimits(tx, limits))
    const tokens = given.flatMap(answer => (answer.kind === 'issued' ? [answer] : []))
    fresh = given.flatMap((answer, index) => {
      if (answer.kind !== 'issued') return []
      const { address } = batch[index] as ClientRequest
      const name = `${answer.client.keyId} ${address}`
      return noted.has(name) ? [] : [{ name, use: useOf(answer.client, address) }]
    })
    if (tokens.length > 0) tx.later(storeTokens(tx, tokens, tokenLifetimeSeconds))
    if (fresh.length > 0)
      tx.later(
        noteNetworks(
          tx,
          fresh.map(({ use }) => use),
        ),
      )
    return given
  })
  // After the commit: what was rolled back is not noted.
  for (const { name } of fresh) noted.set(name, true)
  return answers
}
