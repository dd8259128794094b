import { shortestPassword } from '@millrace/contract/session'
import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { passwordFaults } from './password-faults.ts'

const person = { email: 'maya.okafor@example.com', name: 'Maya Okafor' }

test.each([
  'eleven long',
  'aaaaaaaaaaaa',
  'abababababab',
  'password1234',
  'PassWord!!!!',
  'passwordpassword',
  '123456123456',
  'qwertyqwerty!',
  'millrace2024',
  'maya.okafor12',
  'maya.okafor@example.com',
  'OkaforOkafor',
])('is refused with a reason: %s', password => {
  expect(passwordFaults(password, person).length).toBeGreaterThan(0)
})

test.each([
  ['Manchester123', 'is close to one of the first that would be guessed'],
  ['p@55w0rd12345', 'is close to one of the first that would be guessed'],
  ['1qaz2wsx3edc', 'is close to one of the first that would be guessed'],
  ['xcvbnm,./;lkj', 'follows the keys of a keyboard'],
  ['lobsterlobster', 'repeats itself'],
  ['ijklmnopqrstuvw', 'goes through the alphabet or counts'],
])('%s is refused, because it %s', (password, reason) => {
  expect(passwordFaults(password, person)).toEqual([
    `${reason}: put several words together that have nothing to do with each other`,
  ])
})

test('those of the list that have the length are refused, also with a digit after them', () => {
  const long = (dictionary['passwords-common'] as string[]).filter(one => one.length >= shortestPassword)
  expect(long).toHaveLength(308)
  // Every tenth: judging one takes milliseconds.
  const some = long.filter((_, at) => at % 10 === 0)
  const taken = some.filter(one => [one, `${one}1`].some(text => passwordFaults(text, person).length === 0))
  expect(taken).toEqual([])
})

test('a long one is judged by its beginning, so that judging it takes no longer', () => {
  expect(passwordFaults('lobster'.repeat(20), person)).toHaveLength(1)
  expect(passwordFaults(`gulls sleep on warm slates ${'p4$$w0rd'.repeat(20)}`, person)).toEqual([])
})

test.each([
  'correct horse battery staple',
  'a password for the harbour kitchen',
  'maya goes to the sea on sundays',
  '7h3-t1de-1s-0ut!',
  'кошка на крыше дома',
])('is taken: %s', password => {
  expect(passwordFaults(password, person)).toEqual([])
})
