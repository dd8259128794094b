import type { ReEntry } from '@millrace/contract/workflow'
import { expect, test } from 'vitest'
import { mayReEnter, reEntryAt } from './re-entry.ts'

const entered = new Date('2026-03-01T12:00:00.000Z')
const aDay: ReEntry = { within: { amount: 1, unit: 'days' }, per: 'guest' }
const once: ReEntry = { within: null, per: 'guest' }

test('a guest may enter again when the time is over, to the millisecond', () => {
  expect(reEntryAt(aDay, entered)).toEqual(new Date('2026-03-02T12:00:00.000Z'))
  expect(mayReEnter(aDay, entered, new Date('2026-03-02T11:59:59.999Z'))).toBe(false)
  expect(mayReEnter(aDay, entered, new Date('2026-03-02T12:00:00.000Z'))).toBe(true)
})

test('who may enter once never enters again', () => {
  expect(reEntryAt(once, entered)).toBeNull()
  expect(mayReEnter(once, entered, new Date('2999-01-01T00:00:00Z'))).toBe(false)
})
