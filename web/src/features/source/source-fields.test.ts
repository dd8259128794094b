import { expect, test } from 'vitest'
import { sourceFieldInWords } from './source-fields.ts'

const at = { seen: 3, first_seen_at: '2026-01-01T00:00:00Z', last_seen_at: '2026-01-01T00:00:00Z' }

test('what is known of a parameter is shown in a few words', () => {
  expect(
    sourceFieldInWords({ key: 'spend', share: 1, types: [{ type: 'number', example: 42.5, ...at }] }),
  ).toBe('number, in all of its events, for example 42.5')
  const types = [
    { type: 'text' as const, example: null, ...at },
    { type: 'null' as const, example: null, ...at },
  ]
  const table = { key: 'table', share: 0.001, types }
  expect(sourceFieldInWords(table)).toBe('text or null, in 1 % of its events')
  expect(sourceFieldInWords(table, 'by the window')).toBe(
    'text or null, in 1 % of its events, for example by the window',
  )
  expect(sourceFieldInWords(table, 'x'.repeat(60))).toContain(`for example ${'x'.repeat(40)}…`)
})
