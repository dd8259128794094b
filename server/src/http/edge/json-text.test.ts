import { expect, test } from 'vitest'
import { readJson } from './json-text.ts'

const read = (text: string) => readJson(Buffer.from(text))

test.each([
  '{}',
  '[]',
  '"a"',
  '0',
  'null',
  '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}',
  '{"url":"https://x.example:8080/?a=b","at":"12:30:00","\\":":":\\":","é":"\\u00e9:"}',
  ' { "a" : [ "b" , ":" ] , "c" : { } } ',
  '{"__proto__":{"x":":"},"constructor":1}',
  '{"a":"\\\\","b":"\\":\\\\\\":"}',
  '{"":1,"a":":"}',
  '{"n":9007199254740992,"m":-9007199254740992}',
])('%s is read as JSON.parse does', text => {
  expect(read(text)).toEqual({ kind: 'read', value: JSON.parse(text) })
})

test.each([
  ['{"a":1,"a":1}', 'a'],
  ['{"a":1,"b":2,"\\u0061":3}', 'a'],
  ['{"a":{"b":1},"c":{"b":1,"b":2}}', 'c.b'],
  ['[0,{"x":":"},{"a":1,"a" \n: 2}]', '2.a'],
  ['{"serials":[[],[{"q":1},{"q":1,"q":{}}]]}', 'serials.1.1.q'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['{"":1,"":2}', ''],
  ['{"a":"b:c","a:":1,"a:":2}', 'a:'],
])('%s has a key twice: %s', (text, path) => {
  expect(read(text)).toEqual({ kind: 'repeated_key', path })
})

test.each([[[0xff]], [[0x22, 0xc3, 0x22]], [[0x22, 0xed, 0xa0, 0x80, 0x22]], [[0x22, 0xc0, 0x80, 0x22]]])(
  'bytes that are no UTF-8 are not read: %j',
  bytes => {
    expect(readJson(Buffer.from(bytes))).toEqual({ kind: 'not_utf8' })
  },
)

test.each([
  ['', 1, 1],
  ['{', 1, 2],
  ['{}}', 1, 3],
  ['{}{}', 1, 3],
  ["{'a':1}", 1, 2],
  ['{"a":1,}', 1, 8],
  ['{"a":NaN}', 1, 6],
  ['{"a":01}', 1, 6],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
  ['{"a" 1}', 1, 6],
  ['[1,]', 1, 4],
  ['[1 2]', 1, 4],
  ['{"a":"\n"}', 1, 7],
  ['{"a":"\\x"}', 1, 7],
  ['{"a":"b', 1, 8],
  ['\ufeff{}', 1, 1],
  ['[[[{"a":[}]]]', 1, 10],
])('%j is not JSON from line %i, column %i on', (text, line, column) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(read(text)).toEqual({ kind: 'not_json', at: { line, column } })
})

test.each(['9007199254740993', '9007199254740992.5', '-9007199254740993', '9007199254740993e0'])(
  '%s, which would be rounded to 2^53, is read as more than that',
  number => {
    const { value } = read(`{"a":9007199254740992,"n":${number}}`) as { value: { a: number; n: number } }
    expect(value.a).toBe(2 ** 53)
    expect(Math.abs(value.n)).toBeGreaterThan(2 ** 53)
  },
)

test('32 levels are read, and one more is too deep, however deep it is', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  expect(read(nested(32)).kind).toBe('read')
  expect(read(nested(33)).kind).toBe('too_deep')
  expect(read(nested(30_000)).kind).toBe('too_deep')
})

test('the worst text costs a linear time', () => {
  const worst = [
    `{"a":"${':'.repeat(4_000_000)}"}`,
    `{"a":"${'\\":'.repeat(1_000_000)}","a":1}`,
    `{"a":"${'\\n'.repeat(2_000_000)}`,
    `{"a":${'['.repeat(4_000)}${' '.repeat(2_000_000)}`,
    `{${Array.from({ length: 200_000 }, (_, n) => `"${n}":1`)},"0":1}`,
  ]
  const started = performance.now()
  expect(worst.map(text => read(text).kind)).toEqual([
    'read',
    'repeated_key',
    'not_json',
    'not_json',
    'repeated_key',
  ])
  // Quadratic work on any of these would take minutes.
  expect(performance.now() - started).toBeLessThan(10_000)
})
