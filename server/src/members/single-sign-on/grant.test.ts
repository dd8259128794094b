import { expect, test } from 'vitest'
import { grantOf } from './grant.ts'

const rules = {
  domains: ['example.com', 'unproven.example'],
  unproven: ['unproven.example'],
  group_claim: 'groups',
  grants: [
    { group: 'editors', role: 'editor' as const, serials: ['HARBOUR-01'] },
    { group: 'viewers', role: 'viewer' as const, serials: null },
  ],
  default_grant: null,
}
const person = { email: 'Maya@Example.com', email_verified: true, name: ' Maya\u0007 ', groups: ['editors'] }

test('the first group in the order of the settings decides, not that of the person, and not all together', () => {
  const granted = grantOf({ ...person, groups: ['viewers', 'editors'] }, rules)
  expect(granted).toEqual({
    email: 'maya@example.com',
    name: 'Maya',
    grant: { role: 'editor', serials: ['HARBOUR-01'] },
  })
})

test('a domain counts once it is proven', () => {
  expect(grantOf({ ...person, email: 'maya@unproven.example' }, rules)).toBe('domain_not_proven')
})

test('a single group may be a text', () => {
  expect(grantOf({ ...person, groups: 'viewers' }, rules)).toMatchObject({ grant: { role: 'viewer' } })
  expect(grantOf({ ...person, groups: 'viewers,editors' }, rules)).toBe('no_access')
})

test.each([undefined, null, {}, 7, [['editors']], { editors: true }])(
  'groups that are %j are none',
  groups => {
    expect(grantOf({ ...person, groups }, rules)).toBe('no_access')
  },
)

test.each([undefined, false, 'true', 1])(
  'an address is verified by true alone, not by %j',
  email_verified => {
    expect(grantOf({ ...person, email_verified }, rules)).toBe('email_not_verified')
  },
)

test('Microsoft says it in its own claim, and only Microsoft', () => {
  const { email_verified: _, ...theirs } = person
  const iss = 'https://login.microsoftonline.com/8f0f2d4e-0000-4000-8000-000000000000/v2.0'
  for (const xms_edov of [true, 1, '1']) {
    expect(grantOf({ ...theirs, iss, xms_edov }, rules)).toMatchObject({ email: 'maya@example.com' })
    for (const other of [
      { iss: 'https://login.microsoftonline.com.evil.example/v2.0', xms_edov },
      { iss, xms_edov, email_verified: false },
      { iss },
      { iss, xms_edov: false },
      { iss, xms_edov: '0' },
    ]) {
      expect(grantOf({ ...theirs, ...other }, rules)).toBe('email_not_verified')
    }
  }
})

test.each([
  [undefined, 'email_not_verified'],
  ['maya', 'email_not_verified'],
  ['maya@evil.example@example.com', 'email_not_verified'],
  ['maya@sub.example.com', 'other_domain'],
  ['maya@example.com.evil.example', 'other_domain'],
])('the address %s is not one of the domain', (email, problem) => {
  expect(grantOf({ ...person, email }, rules)).toBe(problem)
})

test('without a name, people are called by their address', () => {
  expect(grantOf({ ...person, name: '' }, rules)).toMatchObject({ name: 'maya' })
})
