import type pg from 'pg'
import { expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { Overloaded } from '#base/overloaded.ts'
import { createOrganisationFactsCache } from '#venues/organisation-facts.ts'
import { createCatalogue } from '#workflows/catalogue.ts'
import { createAcceptEvent } from './accept-event.ts'
import type { Incoming } from './incoming.ts'
import { createLoopGuard } from './loop-guard.ts'

const event = (organisationId: string): Incoming => ({
  organisationId,
  keyId: null,
  guestId: newId(),
  event: { source: null, serials: [], parameters: {} },
  warnings: [],
})

test('with a database that does not answer, an organisation’s flood is refused at once and holds up nobody else', async () => {
  const away = Promise.withResolvers<pg.PoolClient>()
  let asked = 0
  const tenant = {
    options: {},
    connect() {
      asked++
      return away.promise
    },
  } as unknown as pg.Pool
  const acceptEvent = createAcceptEvent({
    database: { tenant },
    catalogue: createCatalogue(),
    organisations: createOrganisationFactsCache(),
    queue: { enqueue: async () => {} },
    loops: createLoopGuard(),
    tokens: {
      confirm: async (_tx, _organisationId, hashes) => hashes,
      countLive: () => '',
      countLiveOfSeveral: () => '',
    },
  })
  const flooding = newId()
  const flood = Array.from({ length: 3_000 }, () => acceptEvent(event(flooding), { dryRun: false }))
  const settled = Promise.allSettled(flood)
  await expect(flood.at(-1)).rejects.toThrow(Overloaded)
  const other = acceptEvent(event(newId()), { dryRun: false })
  // Two batches of the flood and the other organisation's event, and no more.
  await expect.poll(() => asked).toBe(3)
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(asked).toBe(3)

  away.reject(new Error('gone'))
  await expect(other).rejects.toThrow('gone')
  const refused = (await settled).filter(
    result => result.status === 'rejected' && result.reason instanceof Overloaded,
  )
  // All but the 2,000 that may wait, and two batches of 250 if these began while the flood still came.
  expect([500, 750, 1_000]).toContain(refused.length)
})
