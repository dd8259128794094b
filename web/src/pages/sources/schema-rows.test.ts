import { expect, test } from 'vitest'
import { examplesOf, schemaRows, shareInWords } from './schema-rows.ts'

const seen = { seen: 1, first_seen_at: '', last_seen_at: '' }
const spend = { key: 'spend', share: 1, types: [{ type: 'number' as const, example: 42.5, ...seen }] }
const reader = {
  key: 'spend',
  workflow_id: '1',
  workflow_name: 'Thanks',
  document: 'published' as const,
  where: ['trigger'],
}

test('keys that are read and never came stand below those that come', () => {
  const missing = { ...reader, key: 'speed' }
  expect(schemaRows({ fields: [spend], readers: [missing, reader] })).toEqual([
    { key: 'spend', field: spend, readers: [reader] },
    { key: 'speed', field: undefined, readers: [missing] },
  ])
})

test('examples are shown of what is kept', () => {
  const field = {
    ...spend,
    types: [
      ...spend.types,
      { type: 'boolean' as const, example: false, ...seen },
      { type: 'text' as const, example: null, ...seen },
    ],
  }
  expect(examplesOf(field)).toEqual(['42.5', 'no'])
})

test('a share is shown in words', () => {
  expect([1, 0.5, 0.001].map(shareInWords)).toEqual(['all', '50%', 'under 1%'])
})
