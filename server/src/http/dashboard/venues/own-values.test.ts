import { expect, test } from 'vitest'
import { isForVenue, variablesFor, withOwnValues } from './own-values.ts'

const offer = { key: 'offer', value: 'tea' }
const discount = { key: 'discount', value: 5, venues: { QUAY: 10, VINE: 7 } }
const document = { trigger: { source: 'till' }, variables: [offer, discount], start: 'end' }

test('a variable has its own value where the venue has one, be it nothing', () => {
  expect(variablesFor(document, 'QUAY')).toEqual([offer, { key: 'discount', value: 5, own: 10 }])
  expect(variablesFor(document, 'HALL')).toEqual([offer, { key: 'discount', value: 5 }])
  const nothing = { variables: [{ ...offer, venues: { QUAY: null } }] }
  expect(variablesFor(nothing, 'QUAY')).toEqual([{ ...offer, own: null }])
})

test('own values are set and cleared, and all else stays as it is', () => {
  expect(withOwnValues(document, 'QUAY', { offer: 'cake' })).toEqual({
    ...document,
    variables: [
      { ...offer, venues: { QUAY: 'cake' } },
      { key: 'discount', value: 5, venues: { VINE: 7 } },
    ],
  })
  const only = { variables: [{ ...offer, venues: { QUAY: 'cake' } }] }
  expect(withOwnValues(only, 'QUAY', {})).toEqual({ variables: [offer] })
})

test('a venue may be called as something that every object has', () => {
  for (const serial of ['__proto__', 'constructor']) {
    expect(variablesFor(document, serial)).toEqual([offer, { key: 'discount', value: 5 }])
    const changed = JSON.parse(JSON.stringify(withOwnValues(document, serial, { offer: 'cake' })))
    expect(variablesFor(changed, serial)[0]).toEqual({ ...offer, own: 'cake' })
    expect(withOwnValues(changed, serial, {})).toEqual(withOwnValues(document, serial, {}))
  }
})

test.each([null, 1, 'x', [], {}, { variables: 1 }, { variables: [1, { key: 1 }, { key: 'a', value: {} }] }])(
  'a draft that is %j has no variables, and stays so',
  draft => {
    expect(variablesFor(draft, 'QUAY')).toEqual([])
    expect(withOwnValues(draft, 'QUAY', { a: 1 })).toEqual(draft)
    expect(isForVenue(draft, 'QUAY')).toBe(true)
  },
)

test('a workflow for other venues only is not for this one', () => {
  expect(isForVenue(document, 'QUAY')).toBe(true)
  expect(isForVenue({ trigger: { venues: ['VINE'] } }, 'QUAY')).toBe(false)
  expect(isForVenue({ trigger: { venues: ['VINE', 'QUAY'] } }, 'QUAY')).toBe(true)
})
