import { expect, test } from 'vitest'
import { parseJson } from './read-json.ts'

const list = (values: number) => `[${Array(values).fill('{}').join()}]`

test('a report is parsed before it is proved, so what would take long is not', () => {
  expect(parseJson(Buffer.from(list(20_000)))).toHaveLength(20_000)
  expect(parseJson(Buffer.from(list(300_000)))).toBeUndefined()
  expect(parseJson('{')).toBeUndefined()
})
