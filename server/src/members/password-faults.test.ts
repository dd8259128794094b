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
  'correct horse battery staple',
  'a password for the harbour kitchen',
  'maya goes to the sea on sundays',
  '7h3-t1de-1s-0ut!',
  'кошка на крыше дома',
])('is taken: %s', password => {
  expect(passwordFaults(password, person)).toEqual([])
})
