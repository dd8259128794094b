import { expect, test } from 'vitest'
import { freshRow } from '../../components/form/scalar-row.ts'
import { readParameters, rowsLike, rowsOf } from './parameters.ts'

test('rows become parameters of their types, and empty rows become none', () => {
  const { parameters, faults } = readParameters([
    { key: 'spend', kind: 'number', text: '42.5' },
    { key: 'first_visit', kind: 'boolean', text: 'true' },
    { key: 'note', kind: 'text', text: '42' },
    { key: 'table', kind: 'nothing', text: '' },
    { key: '__proto__', kind: 'text', text: 'data' },
    freshRow(),
  ])
  expect(faults).toEqual({})
  expect(Object.entries(parameters)).toEqual([
    ['spend', 42.5],
    ['first_visit', true],
    ['note', '42'],
    ['table', null],
    ['__proto__', 'data'],
  ])
})

test('what cannot be sent is a fault of its row', () => {
  const { faults } = readParameters([
    { key: 'spend', kind: 'number', text: 'much' },
    { key: 'empty', kind: 'number', text: ' ' },
    { key: 'note', kind: 'text', text: 'a' },
    { key: 'note', kind: 'text', text: 'b' },
    { key: '', kind: 'text', text: 'c' },
    { key: 'source', kind: 'text', text: 'd' },
  ])
  expect(faults).toEqual({
    'parameters.spend': ['must be a number'],
    'parameters.empty': ['must be a number'],
    'parameters.note': ['appears twice'],
    'parameters.': ['needs a name'],
    'parameters.source': ['has a separate field above'],
  })
})

test('the rows of a source have the type that comes most, and an example where one is kept', () => {
  const seen = { first_seen_at: '', last_seen_at: '' }
  const rows = rowsOf([
    {
      key: 'spend',
      share: 1,
      types: [
        { type: 'text', seen: 2, example: null, ...seen },
        { type: 'number', seen: 9, example: 12.5, ...seen },
      ],
    },
    { key: 'member', share: 1, types: [{ type: 'boolean', seen: 1, example: null, ...seen }] },
    { key: 'source', share: 1, types: [{ type: 'text', seen: 9, example: null, ...seen }] },
  ])
  expect(rows).toEqual([
    { key: 'spend', kind: 'number', text: '12.5' },
    { key: 'member', kind: 'boolean', text: 'true' },
  ])
})

test('parameters become rows, and the rows the same parameters again', () => {
  const parameters = { spend: 42.5, member: false, note: 'a, b', table: null }
  expect(readParameters(rowsLike({ source: 'till', ...parameters }))).toEqual({ parameters, faults: {} })
})
