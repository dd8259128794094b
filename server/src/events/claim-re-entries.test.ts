import type { Duration } from '@millrace/contract/calendar'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { type Database, inTransaction } from '#db/database.ts'
import { mayReEnter, reEntryAt } from '#routing/re-entry.ts'
import { openTestDatabase } from '../../../tests/support/open-database.ts'
import { claimReEntries, type Entry } from './claim-re-entries.ts'

let database: Database
beforeAll(async () => {
  const opened = await openTestDatabase({ tenant: 1, engine: 2 })
  database = opened.database
  return opened.close
})

const organisationId = newId()
const enteredAt = new Date('2026-03-28T12:00:00.000Z')
const units: Duration['unit'][] = ['minutes', 'hours', 'days', 'weeks']
const within: fc.Arbitrary<Duration | null> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ amount: fc.integer({ min: 1, max: 60 }), unit: fc.constantFrom(...units) }),
  },
  { weight: 1, arbitrary: fc.constant(null) },
)

test('the statement lets in exactly whom the pure rule lets in, and names the same moment', async () => {
  const visit = fc.record({
    within,
    /** Around the decisive moment, especially a millisecond before, at and after it. */
    off: fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -9e7, max: 9e7 })),
  })
  let admitted = 0
  let refused = 0
  await fc.assert(
    fc.asyncProperty(fc.array(visit, { minLength: 1, maxLength: 20 }), async visits => {
      for (const { within, off } of visits) {
        const limit = { within, per: 'guest' } as const
        const now = new Date((reEntryAt(limit, enteredAt) ?? enteredAt).getTime() + off)
        const entry: Entry = { workflowId: newId(), guestId: newId(), serial: '', limit }
        const [verdict] = await inTransaction(database.engine, async tx => {
          const [first] = await claimReEntries(tx, organisationId, enteredAt.toISOString(), [entry])
          expect(first).toEqual({ admitted: true })
          return claimReEntries(tx, organisationId, now.toISOString(), [entry])
        })
        const may = mayReEnter(limit, enteredAt, now)
        const until = reEntryAt(limit, enteredAt)?.toISOString() ?? null
        expect(verdict).toEqual(may ? { admitted: true } : { admitted: false, until })
        if (may) admitted++
        else refused++
      }
    }),
    { numRuns: 25 },
  )
  expect(Math.min(admitted, refused)).toBeGreaterThan(10)
})
