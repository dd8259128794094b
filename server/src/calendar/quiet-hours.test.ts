import { expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

const zone = 'Europe/Amsterdam'
const night = { from: '22:00', to: '08:00' }
const until = (at: string, quiet: Parameters<typeof quietUntil>[2] = night, where = zone) =>
  quietUntil(new Date(at), where, quiet)?.toISOString()

test.each([
  ['in the evening before', '2026-06-10T19:59:59.999Z', undefined],
  ['from the first moment on', '2026-06-10T20:00:00Z', '2026-06-11T06:00:00.000Z'],
  ['past midnight', '2026-06-11T02:00:00Z', '2026-06-11T06:00:00.000Z'],
  ['not at the end', '2026-06-11T06:00:00Z', undefined],
  ['over the night that is an hour short', '2026-03-28T22:00:00Z', '2026-03-29T06:00:00.000Z'],
  ['over the night that is an hour long', '2026-10-24T21:00:00Z', '2026-10-25T07:00:00.000Z'],
])('quiet hours hold a message: %s', (_, at, expected) => expect(until(at)).toBe(expected))

test('the weekdays are those on which the quiet hours begin', () => {
  const friday = { ...night, weekdays: [5] }
  expect(until('2026-06-12T21:00:00Z', friday)).toBe('2026-06-13T06:00:00.000Z')
  expect(until('2026-06-13T02:00:00Z', friday)).toBe('2026-06-13T06:00:00.000Z')
  expect(until('2026-06-13T21:00:00Z', friday)).toBeUndefined()
  expect(until('2026-06-12T02:00:00Z', friday)).toBeUndefined()
})

test('two quiet days in a row end after the second', () => {
  const weekend = { from: '00:00', to: '24:00', weekdays: [6, 7] }
  expect(until('2026-06-13T10:00:00Z', weekend)).toBe('2026-06-14T22:00:00.000Z')
})

test('quiet hours that leave no minute out hold nothing', () => {
  expect(until('2026-06-13T10:00:00Z', { from: '08:00', to: '08:00' })).toBeUndefined()
  expect(until('2026-06-13T10:00:00Z', { from: '00:00', to: '24:00' })).toBeUndefined()
  const daily = { from: '08:00', to: '08:00', weekdays: [1, 2, 3, 4, 5, 6, 7] }
  expect(until('2026-06-13T10:00:00Z', daily)).toBeUndefined()
})

test('what the clock passes over does not end the quiet hours', () => {
  expect(until('2026-03-28T20:00:00Z', { from: '03:00', to: '02:30' })).toBe('2026-03-30T00:30:00.000Z')
})
