import { expect, test } from 'vitest'
import { explainError } from './explain-error.ts'

const coded = (message: string, code: string) => Object.assign(new Error(message), { code })

test.each([
  [new Error('It broke.'), 'It broke.'],
  [coded(', Unknown error', 'EUNATCH'), 'Error (EUNATCH).'],
  [coded('', 'EIO'), 'Error (EIO).'],
  [new TypeError(''), 'TypeError.'],
  [new AggregateError([new Error('one'), new Error('two'), new Error('one')]), 'one; two.'],
  ['a text', 'a text.'],
])('what nobody foresaw is said in words, whatever the error has: %s', (error, said) => {
  expect(explainError(error, undefined).message).toBe(`Something went wrong: ${said}`)
})
