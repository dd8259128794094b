import { expect, test } from 'vitest'
import { createKeySets } from './key-sets.ts'

const MINUTE = 60_000

function started(...answers: (string | undefined)[]) {
  const asked: string[] = []
  const clock = { now: 0 }
  const keySets = createKeySets(
    async (organisationId, url) => {
      asked.push(`${organisationId} ${url}`)
      return answers.length > 1 ? answers.shift() : answers[0]
    },
    () => clock.now,
  )
  return { asked, clock, at: keySets('org'), ofOther: keySets('other') }
}

test('a key set is fetched once, also for many at once, and again after ten minutes', async () => {
  const { asked, clock, at } = started('one', 'two')
  expect(await Promise.all([at('u', false), at('u', false), at('u', true)])).toEqual(['one', 'one', 'one'])
  clock.now = 10 * MINUTE
  expect(await at('u', false)).toBe('one')
  clock.now += 1
  expect(await at('u', false)).toBe('two')
  expect(asked).toEqual(['org u', 'org u'])
})

test('for an unknown key it is fetched at most once a minute', async () => {
  const { asked, clock, at } = started('one', 'two', 'three')
  await at('u', false)
  clock.now = MINUTE - 1
  expect(await at('u', true)).toBe('one')
  clock.now = MINUTE
  expect(await at('u', true)).toBe('two')
  expect(await at('u', true)).toBe('two')
  expect(asked.length).toBe(2)
})

test('the last one counts for a day while the address does not answer, asked once a minute', async () => {
  const { asked, clock, at } = started('one', undefined)
  await at('u', false)
  clock.now = 24 * 60 * MINUTE - 1
  expect(await at('u', false)).toBe('one')
  expect(await at('u', true)).toBe('one')
  expect(asked.length).toBe(2)
  clock.now += MINUTE
  expect(await at('u', false)).toBeUndefined()
  expect(await at('u', true)).toBeUndefined()
  expect(asked.length).toBe(3)
})

test('another organisation has its own', async () => {
  const { asked, at, ofOther } = started('one', 'two')
  expect([await at('u', false), await ofOther('u', false)]).toEqual(['one', 'two'])
  expect(asked).toEqual(['org u', 'other u'])
})
