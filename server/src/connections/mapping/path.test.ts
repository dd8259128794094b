import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compilePath, PathFault } from './path.ts'

const order = {
  type: 'order.paid',
  order: {
    id: 7,
    'first name': 'Ada',
    lines: [
      { sku: 'A', price: 3 },
      { sku: 'B', price: 4, gift: true },
    ],
  },
}

describe('a path', () => {
  test.each([
    ['$.type', ['order.paid']],
    ['$.order.lines[*].price', [3, 4]],
    ["$.order['first name']", ['Ada']],
    ['$.order.lines[-1].sku', ['B']],
    ['$.order.lines[0:1].sku', ['A']],
    ['$..price', [3, 4]],
    ["$.order.lines[?@.sku == 'B'].price", [4]],
    ['$.order.lines[?@.price > 3 && @.gift].sku', ['B']],
    ['$.order.lines[?length(@.sku) == 1].sku', ['A', 'B']],
    ['$.nothing.here', []],
    ['$.constructor', []],
    ['$.__proto__', []],
    ['$.order.lines.length', []],
  ])('%s', (path, found) => {
    expect(compilePath(path)(order)).toEqual(found)
  })

  test.each([
    ['type', 'RFC 9535'],
    ['$.', 'RFC 9535'],
    ['$[?@.a =~ /x/]', 'RFC 9535'],
    ["$[?match(@.a, '(a+)+')]", 'RFC 9535'],
    ["$[?search(@.a, '(a+)+')]", 'RFC 9535'],
    ['$..a..b', '".." once'],
    ['$[*,*,*,*,*]', 'at most 4'],
    ['$[*,*][*,*][*,*]', 'at most 4'],
    ['$[?@..a]', 'inside a filter'],
    ['$[?$[*]]', 'inside a filter'],
    ['$[?count(@.*) > 1]', 'inside a filter'],
    ['$[?(@.a && !@[*])]', 'inside a filter'],
    ['$[?@[?@.a]]', 'inside a filter'],
  ])('%s is refused', (path, sentence) => {
    expect(() => compilePath(path)).toThrow(PathFault)
    expect(() => compilePath(path)).toThrow(sentence)
  })

  test('is refused with a sentence, and never another error, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'$.[]*?@()!&|<>=\'"ab01:,') })),
        text => {
          try {
            compilePath(text)
          } catch (error) {
            expect(error).toBeInstanceOf(PathFault)
          }
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test('finds every own name of an object', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (name, value) => {
        const path = `$[${JSON.stringify(name)}]`
        const object = JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`)
        expect(compilePath(path)(object)).toEqual([JSON.parse(JSON.stringify(value))])
        expect(compilePath(path)({})).toEqual([])
      }),
    )
  })
})
