import { expect, test } from 'vitest'
import { answerQuestion, askPerson, openQuestion } from './question.ts'

test('calls that need the same share one question', async () => {
  const first = askPerson('sign-in')
  const second = askPerson('sign-in')
  expect(openQuestion()).toBe('sign-in')
  answerQuestion(true)
  expect(await Promise.all([first, second])).toEqual([true, true])
  expect(openQuestion()).toBeUndefined()
})

test('another question waits for its turn', async () => {
  const first = askPerson('sign-in')
  const second = askPerson('password')
  answerQuestion(true)
  expect(await first).toBe(true)
  await Promise.resolve()
  expect(openQuestion()).toBe('password')
  answerQuestion(false)
  expect(await second).toBe(false)
})
