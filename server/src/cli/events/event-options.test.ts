import { expect, test } from 'vitest'
import { duration } from '../command/values.ts'
import { demoEvent } from '../organisations/demo.ts'
import { composeEvent } from './compose-event.ts'
import { parseParameters, parseValue } from './parameters.ts'

const demo = async () => true
const elsewhere = async () => false
const guest = '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e'

test.each([
  ['42.5', 42.5],
  ['-1', -1],
  ['true', true],
  ['null', null],
  ['"42"', '42'],
  ['two words', 'two words'],
  ['', ''],
  ['007', '007'],
  ['[1]', '[1]'],
  ['{"a":1}', '{"a":1}'],
  ['12345678901234567890', '12345678901234567890'],
])('the value %s is %j', (text, value) => {
  expect(parseValue(text)).toBe(value)
})

test('a parameter is split at its first =, and __proto__ is a name like any other', () => {
  expect(parseParameters(['note=a=b', 'spend=1'])).toEqual({ note: 'a=b', spend: 1 })
  expect(Object.keys(parseParameters(['__proto__=1']))).toEqual(['__proto__'])
  expect(() => parseParameters(['spend'])).toThrow('key=value')
})

test('with a key of the demo and nothing else, the event is the one that starts a run', async () => {
  expect(await composeEvent({}, undefined, demo)).toEqual(demoEvent)
})

test('what is said replaces what the demo would fill in', async () => {
  expect(await composeEvent({ param: ['spend=7'] }, undefined, demo)).toEqual({
    ...demoEvent,
    parameters: { source: 'till', spend: 7 },
  })
  expect(await composeEvent({ source: '', serial: ['VINE-02'] }, undefined, demo)).toEqual({
    organisation_registration_id: demoEvent.organisation_registration_id,
    serials: ['VINE-02'],
    parameters: {},
  })
})

test('a guest who was named is sent to without any filling in', async () => {
  const asked = () => Promise.reject(new Error('the demo was asked for'))
  expect(await composeEvent({ guest, source: 'till' }, undefined, asked)).toEqual({
    organisation_registration_id: guest,
    parameters: { source: 'till' },
  })
})

test('a file is sent as it is, options over it', async () => {
  const file = JSON.stringify({
    organisation_registration_id: guest,
    parameters: { a: 1, b: 2 },
    extra: true,
  })
  expect(await composeEvent({ param: ['b=3'] }, file, elsewhere)).toEqual({
    organisation_registration_id: guest,
    parameters: { a: 1, b: 3 },
    extra: true,
  })
  await expect(composeEvent({}, '[]', elsewhere)).rejects.toThrow('does not contain an event')
})

test('outside the demo a guest must be named', async () => {
  await expect(composeEvent({}, undefined, elsewhere)).rejects.toThrow('--guest')
})

test.each([
  ['0', 0],
  ['90s', 90],
  ['30m', 1_800],
  ['24h', 86_400],
  ['7d', 604_800],
])('%s are %i seconds', (text, seconds) => {
  expect(duration(text)).toBe(seconds)
})

test.each(['soon', '24', '-1h', '1.5h', '366d', ''])('"%s" is no length of time', text => {
  expect(() => duration(text)).toThrow('Give a length of time')
})
