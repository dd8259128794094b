import { expect, test } from 'vitest'
import { beyondKey, type Held, seesEvent } from './key-reach.ts'

const held = (given: Partial<Held>): Held => ({
  organisationId: 'an organisation',
  serials: null,
  sources: null,
  ...given,
})
const refused = (given: Partial<Held>, serials: string[], source: string | null = 'till') => {
  const refusal = beyondKey(held(given), { serials, source })
  return refusal && { code: refusal.code, message: refusal.message, errors: refusal.details.errors }
}

test('a key without limits sends every event, also one that names nothing', () => {
  expect(refused({}, [])).toBeUndefined()
  expect(refused({}, ['A'], null)).toBeUndefined()
})

test('a key of some venues sends events of these alone', () => {
  expect(refused({ serials: ['A', 'B'] }, ['B', 'A'])).toBeUndefined()
  expect(refused({ serials: ['A', 'B'] }, ['A', 'C', 'D'])).toEqual({
    code: 'venue_not_allowed',
    message: 'The API key is limited to "A", "B"; name one of these venues.',
    errors: {
      'serials.1': ['is not a venue of the API key'],
      'serials.2': ['is not a venue of the API key'],
    },
  })
})

test('an event without a venue could be for any, so that a key of some has to name one', () => {
  expect(refused({ serials: ['A'] }, [])).toEqual({
    code: 'venue_not_allowed',
    message: 'The API key is limited to "A"; name one of these venues.',
    errors: { serials: ['must name a venue of the API key'] },
  })
})

test('a key of some sources sends events from these alone, and none without a source', () => {
  const refusal = {
    code: 'source_not_allowed',
    message: 'The API key is limited to the sources "till", "door".',
    errors: { 'parameters.source': ['is not a source of the API key'] },
  }
  expect(refused({ sources: ['till', 'door'] }, [], 'door')).toBeUndefined()
  expect(refused({ sources: ['till', 'door'] }, [], 'wifi')).toEqual(refusal)
  expect(refused({ sources: ['till', 'door'] }, [], null)).toEqual(refusal)
})

test('of two limits that are broken the venue is named', () => {
  expect(refused({ serials: ['A'], sources: ['till'] }, ['B'], 'wifi')).toMatchObject({
    code: 'venue_not_allowed',
  })
})

test.each<[Partial<Held>, string[], string | null, boolean]>([
  [{}, ['A'], null, true],
  [{ serials: ['A'] }, ['B', 'A'], null, true],
  [{ serials: ['A'] }, ['B'], null, false],
  [{ serials: ['A'] }, [], null, true],
  [{ sources: ['till'] }, [], 'till', true],
  [{ sources: ['till'] }, [], 'wifi', false],
  [{ sources: ['till'] }, [], null, false],
  [{ serials: ['A'], sources: ['till'] }, ['B'], 'till', false],
  [{ serials: ['A'], sources: ['till'] }, ['A'], 'wifi', false],
])('a key with %j sees an event of %j from %s: %s', (given, serials, source, sees) => {
  expect(seesEvent(held(given), { serials, source })).toBe(sees)
})
