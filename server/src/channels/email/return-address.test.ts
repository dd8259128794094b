import { expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { createReturnAddress, readReturnAddress } from './return-address.ts'

const key = Buffer.alloc(32, 7)
const domain = 'bounces.example.com'
const organisationId = newId()
const messageId = newId()
const address = createReturnAddress(domain, key)(organisationId, messageId)

test.each([
  [organisationId, messageId],
  ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
])('%s and %s come back, in whatever case, and fit into an envelope', (organisation, message) => {
  const made = createReturnAddress(domain, key)(organisation, message)
  const expected = { organisationId: organisation, messageId: message }
  expect(readReturnAddress(made, domain, key)).toEqual(expected)
  expect(readReturnAddress(made.toUpperCase(), domain, key)).toEqual(expected)
  expect(made.indexOf('@')).toBeLessThanOrEqual(64)
})

const other = (character: string) => (character === '0' ? '1' : '0')

test.each([
  ['of another organisation', address.replace(/^./, other)],
  ['of another message', address.slice(0, 49) + other(address.charAt(49)) + address.slice(50)],
  ['with another signature', address.slice(0, 62) + other(address.charAt(62)) + address.slice(63)],
  ['with a character more', `0${address}`],
  ['with a character less', address.slice(1)],
  ['with another domain', address.replace(domain, 'example.com')],
  ['with a domain below', address.replace(domain, `a.${domain}`)],
  ['with nothing before the @', `@${domain}`],
  ['without an @', 'postmaster'],
  ['of nothing', ''],
])('an address %s is not ours', (_which, wrong) => {
  expect(readReturnAddress(wrong, domain, key)).toBeUndefined()
})

test('another key makes other addresses', () => {
  expect(readReturnAddress(address, domain, Buffer.alloc(32, 8))).toBeUndefined()
})
