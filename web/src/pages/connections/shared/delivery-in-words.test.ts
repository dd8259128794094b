import { deliveryProblems, itemReasons } from '@millrace/contract/connection-mapping'
import { expect, test } from 'vitest'
import {
  counted,
  lastRefusalInWords,
  problemInWords,
  reasonInWords,
  resultInWords,
} from './delivery-in-words.ts'

const nothing = {
  state: 'done' as const,
  problem: null,
  error: null,
  events: 0,
  repeated: 0,
  reasons: [],
  warnings: [],
}

test.each([
  [{ ...nothing, events: 1 }, 'Made 1 event.'],
  [{ ...nothing, events: 1_200, repeated: 1 }, 'Made 1,200 events. 1 event existed already.'],
  [
    { ...nothing, events: 1, warnings: ['The delivery does not say when it happened.'] },
    'Made 1 event. The delivery does not say when it happened.',
  ],
  [nothing, 'Made no event.'],
  [{ ...nothing, state: 'waiting' as const }, 'Not read yet.'],
  [{ ...nothing, state: 'failed' as const, problem: 'not_json' as const }, 'The payload is not JSON.'],
  [
    {
      ...nothing,
      state: 'held' as const,
      events: 2,
      reasons: [{ reason: 'unknown_location' as const, items: 3, detail: { location: 'L1' } }],
    },
    'Made 2 events. No venue is set for the location “L1”. (3 items)',
  ],
])('%j is said as: %s', (delivery, sentence) => {
  expect(resultInWords(delivery)).toBe(sentence)
})

test('every reason and every problem is a sentence, whatever its detail is', () => {
  const said = [
    ...itemReasons.flatMap(reason => [
      reasonInWords(reason, {}),
      reasonInWords(reason, { found: [1], rule: 0 }),
    ]),
    ...deliveryProblems.map(problemInWords),
  ]
  for (const sentence of said) expect(sentence).toMatch(/^\p{Lu}.*\.$/su)
  expect(said.join()).not.toMatch(/undefined|null|\[object/)
})

test('a rule that did not match is named by where it looks', () => {
  const rule = { value: { path: '$.type' }, is: 'equal_to', than: 'sale' }
  expect(reasonInWords('rule_failed', { rule, found: 'refund' })).toBe(
    'Didn’t match the mapping: $.type is “refund”.',
  )
})

test('deliveries are counted up to a limit', () => {
  expect([counted(10_000), counted(10_001)]).toEqual(['10,000', 'more than 10,000'])
})

test('a value that is long is cut', () => {
  expect(reasonInWords('not_yet_in_state', { state: 'x'.repeat(500) }).length).toBeLessThan(150)
})

test('what came last is said where it was refused', () => {
  const at = (minute: number) => `2026-11-17T12:0${minute}:00.000Z`
  const wrong = { reason: 'wrong_signature' as const, refused: 2, last_at: at(5) }
  const early = { reason: 'no_secret' as const, refused: 1, last_at: at(6) }
  const said = 'The last request was refused: signature or secret wrong. See Set-up.'
  expect(lastRefusalInWords({ refusals: [early, wrong], last_delivery_at: null })).toBe(said)
  expect(lastRefusalInWords({ refusals: [wrong], last_delivery_at: at(4) })).toBe(said)
  expect(lastRefusalInWords({ refusals: [wrong], last_delivery_at: at(6) })).toBeUndefined()
  expect(lastRefusalInWords({ refusals: [early], last_delivery_at: null })).toBeUndefined()
})
