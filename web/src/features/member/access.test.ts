import { expect, test } from 'vitest'
import { accessOf, toChange } from './access.ts'

test('serials may be typed with commas, spaces or lines in between', () => {
  const typed = { role: 'editor', venues: 'some', serials: ' HARBOUR-01,VINE-02\nLISBOA-03; ' } as const
  expect(toChange(typed)).toEqual({ role: 'editor', serials: ['HARBOUR-01', 'VINE-02', 'LISBOA-03'] })
})

test('an owner sees all venues', () => {
  expect(toChange({ role: 'owner', venues: 'some', serials: 'HARBOUR-01' })).toEqual({
    role: 'owner',
    serials: null,
  })
})

test('what is not changed is sent as it was', () => {
  for (const member of [
    { role: 'viewer', serials: null },
    { role: 'editor', serials: ['A', 'B'] },
    { role: 'viewer', serials: [] },
  ] as const) {
    expect(toChange(accessOf(member))).toEqual(member)
  }
})
