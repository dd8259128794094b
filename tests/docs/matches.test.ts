import { expect, test } from 'vitest'
import { differs } from './matches.ts'

test.each([
  [
    { a: 1, b: '…' },
    { a: 1, b: { c: 2 } },
  ],
  [
    { a: 1, '…': '…' },
    { a: 1, b: 2, c: 3 },
  ],
  [
    [1, '…'],
    [1, null],
  ],
  ['ends …', 'ends at last'],
  ['http://…/setup#…', 'http://127.0.0.1:80/setup#x'],
  [null, null],
])('%j describes %j', (documented, found) => {
  expect(differs(documented, found)).toBeUndefined()
})

test.each([
  [{ a: 1 }, { a: 2 }, 'the answer.a is 2, not 1'],
  [{ a: 1 }, { a: 1, b: 2 }, 'the answer also has b'],
  [{ a: 1, '…': '…' }, { b: 2 }, 'the answer has no a'],
  [[1], [1, 2], 'the answer has 2 entries, not 1'],
  [{ a: [{ b: true }] }, { a: [{ b: 'true' }] }, 'the answer.a.0.b is "true", not true'],
  [null, undefined, 'the answer is undefined, not null'],
])('%j does not describe %j', (documented, found, fault) => {
  expect(differs(documented, found)).toBe(fault)
})

test('a text is compared from its first to its last letter', () => {
  expect(differs('ready', 'not ready')).toContain('not ready')
  expect(differs('a.c', 'abc')).toContain('a.c')
})
