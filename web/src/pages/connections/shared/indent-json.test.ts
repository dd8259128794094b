import { expect, test } from 'vitest'
import { indentJson } from './indent-json.ts'

test('a payload in one line gets a line for each value, and is otherwise what came', () => {
  const sent = '{"id":12345678901234567890,"id":1.50, "a":[ ],"b":{},"c":["x, {\\"y\\": 1}",{"d":null}]}'
  expect(indentJson(sent)).toBe(
    [
      '{',
      '  "id": 12345678901234567890,',
      '  "id": 1.50,',
      '  "a": [],',
      '  "b": {},',
      '  "c": [',
      '    "x, {\\"y\\": 1}",',
      '    {',
      '      "d": null',
      '    }',
      '  ]',
      '}',
    ].join('\n'),
  )
})

test.each([
  ['what has lines already', '{\n"a": 1}'],
  ['no JSON', 'a=1&b={2,3}'],
  ['half of it', '{"a":1'],
  ['what is too long to be read', `[${'1,'.repeat(50_000)}1]`],
  ['a word', '"a, b"'],
])('%s stays as it is', (_, text) => {
  expect(indentJson(text)).toBe(text)
})
