import { expect, test } from 'vitest'
import { detailInWords } from './detail-in-words.ts'

test('the parts of a detail have names and values, whatever they are', () => {
  expect(
    detailInWords(
      {
        version: 2,
        meaning: { kind: 'visit', amount: 'spend', covers: null },
        serials: ['HARBOUR-01', 'VINE-02'],
        was_on: false,
        before: null,
        tags: [],
        grants: [{ role: 'viewer' }],
      },
      serial => (serial === 'VINE-02' ? 'Vine Street' : serial),
    ),
  ).toEqual([
    { name: 'version', value: '2' },
    { name: 'meaning kind', value: 'visit' },
    { name: 'meaning amount', value: 'spend' },
    { name: 'venues', value: 'HARBOUR-01, Vine Street' },
    { name: 'was on', value: 'false' },
    { name: 'grants', value: '[{"role":"viewer"}]' },
  ])
})
