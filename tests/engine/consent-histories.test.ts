import { afterEach, expect, test } from 'vitest'
import { createTestDatabase } from '../support/postgres.ts'
import { record } from '../support/takeover.ts'
import { compareHistories } from './consent-histories.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
afterEach(() => stage.close())

// `npm run prove -- consent-histories` has 10,000 of them.
test.each([
  ['gets no marketing, whatever happened before', false],
  ['gets none before they confirm it, where they have to', true],
])('a guest without consent %s', async (_what, confirms) => {
  stage = await openStage(await createTestDatabase())
  const { histories, sent, seed, fault } = await compareHistories(stage, 40, { confirms })
  record(`${histories} histories, ${sent} messages, seed ${seed}`)
  expect(fault).toBeUndefined()
  expect(sent).toBeGreaterThan(0)
})

test.each([
  [
    'does not look whether an address is suppressed',
    (text: string) => text.replace('s.lifted_at IS NULL', 's.lifted_at IS NOT NULL'),
  ],
  [
    'forgets that a guest has refused',
    (text: string) =>
      text.replace('SELECT record_refusal($1, $2, $3)', 'SELECT $1::text, $2::text, $3::text'),
  ],
])('an engine that %s is found: a control', async (_what, statements) => {
  stage = await openStage(await createTestDatabase(), 4, { statements })
  expect((await compareHistories(stage, 300, { seed: 1 })).fault).toContain('after')
})
