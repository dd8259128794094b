import type { Guest } from '@millrace/contract/guest'
import { describe, expect, test } from 'vitest'
import { mergedGuest, type Refusals } from './merged-guest.ts'

const none: Refusals = new Set()
const guest = (change: Partial<Guest>): Guest => ({
  id: '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e',
  organisation_registration_id: '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e',
  external_id: null,
  name: null,
  email: null,
  phone: null,
  email_consent: false,
  sms_consent: false,
  do_not_contact: false,
  email_asked_at: null,
  topics_off: [],
  tags: [],
  points: 0,
  attributes: {},
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...change,
})

test('the guest who stays keeps what they have, and gets what they lack', () => {
  const one = guest({ name: 'Ada', points: 5, tags: ['vip'], attributes: { city: 'Leeds' } })
  const other = guest({
    name: 'A. Byron',
    phone: '+442079460000',
    points: 7,
    tags: ['regular', 'vip'],
    attributes: { city: 'York', table: 12 },
  })
  expect(mergedGuest({ guest: one, refused: none }, { guest: other, refused: none })).toMatchObject({
    name: 'Ada',
    phone: '+442079460000',
    points: 12,
    tags: ['vip', 'regular'],
    attributes: { city: 'Leeds', table: 12 },
  })
})

describe('the stricter consent wins:', () => {
  const refused: Refusals = new Set(['email_consent'])
  const agreed = guest({ email_consent: true })
  test.each([
    ['one agreed, the other was never asked', agreed, none, guest({}), none, true],
    ['one agreed, the other refused', agreed, none, guest({}), refused, false],
    ['one refused, the other agreed', guest({}), refused, agreed, none, false],
    ['both agreed', agreed, none, agreed, none, true],
    ['no one was asked', guest({}), none, guest({}), none, false],
    [
      'the other has an address, and has not agreed',
      agreed,
      none,
      guest({ email: 'b@example.com' }),
      none,
      false,
    ],
    ['the other has a phone number only', agreed, none, guest({ phone: '+442079460000' }), none, true],
  ])('%s', (_, one, ofOne, other, ofOther, expected) => {
    const merged = mergedGuest({ guest: one, refused: ofOne }, { guest: other, refused: ofOther })
    expect(merged.email_consent).toBe(expected)
  })

  test('a topic that either has turned off is off', () => {
    const [one, other] = [guest({ topics_off: ['offers'] }), guest({ topics_off: ['events', 'offers'] })]
    expect(mergedGuest({ guest: one, refused: none }, { guest: other, refused: none }).topics_off).toEqual([
      'events',
      'offers',
    ])
  })

  test('do not contact holds if either has it', () => {
    const silent = guest({ do_not_contact: true })
    expect(mergedGuest({ guest: agreed, refused: none }, { guest: silent, refused: none })).toMatchObject({
      do_not_contact: true,
    })
  })
})
