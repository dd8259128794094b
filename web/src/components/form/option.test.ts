import { expect, test } from 'vitest'
import { matching } from './option.ts'

const options = [
  { value: 'HARBOUR-01', label: 'Harbour Leeds' },
  { value: 'HARBOUR-02', label: 'Harbour York' },
  { value: 'till' },
]

test('an option is found by parts of its value and of its name, in any order', () => {
  expect(matching(options, '')).toEqual(options)
  expect(matching(options, 'LEEDS harb').map(({ value }) => value)).toEqual(['HARBOUR-01'])
  expect(matching(options, '02').map(({ value }) => value)).toEqual(['HARBOUR-02'])
  expect(matching(options, 'nobody')).toEqual([])
})

test('no more are offered than anyone reads', () => {
  const many = Array.from({ length: 300 }, (_, place) => ({ value: `tag-${place}` }))
  expect(matching(many, 'tag')).toHaveLength(50)
})
