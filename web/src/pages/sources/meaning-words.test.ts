import { EventKind } from '@millrace/contract/source'
import { expect, test } from 'vitest'
import { kindChoices, kindInWords, parameterChoices, rebuildInWords } from './meaning-words.ts'

test('every kind of event can be chosen', () => {
  const kinds = (EventKind as unknown as { enum: string[] }).enum
  expect(kindChoices.map(({ value }) => value)).toEqual(['', ...kinds])
  expect(kindInWords('no_show')).toBe('no-shows')
})

test('a declared parameter can be chosen before it came', () => {
  const fields = [{ key: 'total', types: [], share: 1 }]
  expect(parameterChoices({ fields }, 'sum').map(({ value }) => value)).toEqual(['', 'total', 'sum'])
  expect(parameterChoices({ fields }, 'total').map(({ value }) => value)).toEqual(['', 'total'])
})

test('a rebuild says how far it is and how it ended', () => {
  const at = (status: 'running' | 'done' | 'failed' | 'cancelled') =>
    rebuildInWords({ status, events: 1_200, entries: 3 })
  expect(at('running')).toBe('Rebuilding from stored events: 1,200 events read, 3 entries changed so far.')
  expect(at('done')).toBe('Rebuilt from stored events: 1,200 events read, 3 entries changed.')
  expect(rebuildInWords({ status: 'done', events: 1, entries: 1 })).toContain('1 event read, 1 entry changed')
  expect(at('cancelled')).toContain('stopped')
  expect(at('failed')).toContain('Start it again')
})
