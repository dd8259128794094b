import { expect, test } from 'vitest'
import { catalogueFaults, contradictions } from './catalogue-faults.ts'

const texts = [
  { key: 'Runs', at: 'a.tsx:1' },
  { key: 'By {0}', at: 'a.tsx:2' },
]

test('a catalogue has each text once, with its values', () => {
  expect(catalogueFaults('pt.json', { Runs: 'Execuções', 'By {0}': 'Por {0}' }, texts)).toEqual([])
})

test('a text that is missing, empty, unused or without its value is refused', () => {
  expect(catalogueFaults('pt.json', { Runs: '', 'By {0}': 'Por', Old: 'Antigo' }, texts)).toEqual([
    'a.tsx:1  "Runs" is not in pt.json.',
    'pt.json  "Old" is no longer a text of this folder.',
    'pt.json  "Por" does not have the same values as "By {0}".',
  ])
})

test('and so is a text that two catalogues translate differently', () => {
  const both = new Map([
    ['a/pt.json', { Open: 'Aberta' }],
    ['b/pt.json', { Open: 'Abrir' }],
  ])
  expect(contradictions(both)).toEqual(['b/pt.json  "Open" is "Abrir" here and "Aberta" in a/pt.json.'])
})
