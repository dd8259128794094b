import { afterEach, describe, expect, test } from 'vitest'
import { conditionInWords } from './condition/in-words.ts'
import { operatorNames, operatorRow } from './condition/operators.ts'
import portuguese from './pt.json' with { type: 'json' }
import { say, sayCount, sayPhrase, speakBy } from './say.ts'
import { broadcastReasons, reasonInShort, reasonInWords, replayReasons, skipReasons } from './skip-reason.ts'
import { suppressionInWords, suppressionReasons } from './suppression.ts'
import { durationInWords } from './value-in-words.ts'

const inPortuguese = () => speakBy(() => portuguese)
afterEach(() => speakBy(() => undefined))

test('a text is English until a catalogue is set, which has its values in its own order', () => {
  expect(say`send the ${'a'}SMS ${7}`).toBe('send the aSMS 7')
  expect(sayCount(1, '# point', '# points')).toBe('1 point')
  speakBy(() => ({ 'send the {0}SMS {1}': '{1}, {0}', '# point|# points': '# ponto|# pontos' }))
  expect(say`send the ${'a'}SMS ${7}`).toBe('7, a')
  expect(sayCount(2, '# point', '# points')).toBe('2 pontos')
  expect(sayPhrase('is not in it')).toBe('is not in it')
})

test('a value is shown as it is, also where it looks like a place for one', () => {
  inPortuguese()
  expect(say`the guest has the tag ${'"{0} $& {1}"'}`).toBe('o cliente tem a etiqueta "{0} $& {1}"')
})

describe('in Portuguese', () => {
  test.each(Object.keys({ ...skipReasons, ...replayReasons, ...broadcastReasons }))(
    'the reason %s',
    reason => {
      const english = reasonInShort(reason)
      inPortuguese()
      expect(reasonInShort(reason)).not.toBe(english)
    },
  )
  test.each(Object.keys(suppressionReasons))('the suppression %s', reason => {
    const english = suppressionInWords(reason)
    inPortuguese()
    expect(suppressionInWords(reason)).not.toBe(english)
  })
  test.each(operatorNames)('the comparison %s', name => {
    inPortuguese()
    expect(sayPhrase(operatorRow(name).words)).not.toBe(operatorRow(name).words)
  })
  test('a condition, and why it was not met', () => {
    inPortuguese()
    expect(
      conditionInWords({
        all: [
          { field: 'event.parameters.spend', operator: 'at_least', value: 50 },
          { not: { field: 'guest.tags', operator: 'contains', value: 'vip' } },
        ],
      }),
    ).toBe('spend do evento é pelo menos 50 e o cliente não tem a etiqueta "vip"')
    expect(
      reasonInWords({
        reason: 'condition_failed',
        detail: {
          conditions: [
            { field: 'event.parameters.spend', operator: 'at_least', expected: 50, found: 20, holds: false },
          ],
        },
      }),
    ).toBe('exige que spend do evento é pelo menos 50 (encontrado: 20)')
    expect(durationInWords({ amount: 2, unit: 'months' })).toBe('2 meses')
  })
})
