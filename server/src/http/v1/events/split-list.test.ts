import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitList } from './split-list.ts'

const split = (text: string, most = 1_000) => splitList(Buffer.from(text), most)?.map(String)

test('the entries of any list are what JSON.parse finds in it, however it is written', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.constantFrom(0, 1, '\t'), (list, space) => {
      const entries = split(` ${JSON.stringify(list, null, space)}\n`)
      expect(entries?.map(entry => JSON.parse(entry))).toEqual(JSON.parse(JSON.stringify(list)))
    }),
  )
})

test('any text is split only if it may be a list, and its pieces are all of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('[', ']', '{', '}', ',', '"', '\\', '1', ' ') }), text => {
      const entries = split(text)
      if (entries === undefined) expect(isList(text)).toBe(false)
      else expect(`[${entries.join()}]`.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    }),
    { numRuns: 2_000 },
  )
})

function isList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text))
  } catch {
    return false
  }
}

test.each([
  ['[]', []],
  [' [ ] ', []],
  ['["a,]", {"b": [1, 2]}]', ['"a,]"', ' {"b": [1, 2]}']],
  ['["\\\\", "\\""]', ['"\\\\"', ' "\\""']],
  ['', undefined],
  ['{}', undefined],
  ['[1', undefined],
  ['[1]2', undefined],
  ['[1,]', undefined],
  ['[,1]', undefined],
  ['[}', undefined],
  ['["', undefined],
])('%j is %j', (text, entries) => {
  expect(split(text)).toEqual(entries)
})

test('no more is looked at than may be', () => {
  expect(split(`[${'1,'.repeat(100)}`, 3)).toHaveLength(4)
})
