import { expect, test } from 'vitest'
import { samplesOf } from './source-samples.ts'

test('the newest readable value of each parameter is its sample', () => {
  const samples = samplesOf([
    { parameters: { spend: 42.5, table: '', items: ['soup'] } },
    { parameters: { spend: 7, table: 'by the window', vip: false } },
  ])
  expect([...samples]).toEqual([
    ['spend', 42.5],
    ['table', 'by the window'],
    ['vip', false],
  ])
})
