import { expect, test } from 'vitest'
import { createTestDatabase } from '../support/postgres.ts'
import { compareSegments } from './segments-compared.ts'

/** `npm run prove -- segments` has 10,000 of them. */
const CONDITIONS = 100

test('the database and the engine agree about who is in a segment', async () => {
  const { conditions, held, counterexample } = await compareSegments(await createTestDatabase(), CONDITIONS)
  expect(counterexample).toBeUndefined()
  expect(conditions).toBe(CONDITIONS)
  expect(held).toBeGreaterThan(CONDITIONS)
})
