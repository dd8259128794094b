import type { Guest } from '@millrace/contract/guest'
import { expect, test } from 'vitest'
import { restoration } from './restore.ts'

const guest: Guest = {
  id: '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e',
  organisation_registration_id: '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e',
  external_id: null,
  name: 'Ada Byron',
  email: 'ada@example.com',
  phone: '+442079460000',
  email_consent: true,
  sms_consent: false,
  do_not_contact: false,
  email_asked_at: null,
  topics_off: [],
  tags: ['old', 'imported', 'later'],
  points: 0,
  attributes: { table: 12, city: 'Leeds' },
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}
const change = (
  before: object,
  after: object,
  identifiers: { type: 'email' | 'phone'; value: string }[] = [],
) => ({
  guest_id: guest.id,
  created: false,
  before: before as Record<string, unknown>,
  after: after as Record<string, unknown>,
  identifiers: identifiers.map(one => ({ ...one, system: null })),
  points: 0,
})

test('what the import changed gets its earlier value back, what was changed since stays', () => {
  const { change: restored } = restoration(
    guest,
    change(
      { name: 'A. Byron', 'attributes.table': null, 'attributes.city': 'York', tags: ['old'] },
      { name: 'Ada Byron', 'attributes.table': 12, 'attributes.city': 'Hull', tags: ['old', 'imported'] },
    ),
  )
  expect(restored).toEqual({ name: 'A. Byron', attributes: { table: null }, tags: ['old', 'later'] })
})

test('a consent that the import brought goes, a refusal that it brought stays', () => {
  const { change: restored } = restoration(
    guest,
    change({ email_consent: false, sms_consent: true }, { email_consent: true, sms_consent: false }),
  )
  expect(restored).toEqual({ email_consent: false })
})

test('identifiers that it added go, but not one that is in a field of the guest by now', () => {
  const { change: restored, removed } = restoration(
    guest,
    change({ phone: null }, { phone: '+442079460000' }, [
      { type: 'email', value: 'ada@example.com' },
      { type: 'email', value: 'second@example.com' },
      { type: 'phone', value: '+442079460000' },
    ]),
  )
  expect(restored).toEqual({ phone: null })
  expect(removed.map(({ value }) => value)).toEqual(['second@example.com', '+442079460000'])
})

test.each([
  ['given and still there', 100, 150, -100],
  ['given and partly spent', 100, 30, -30],
  ['given, and the guest owes some', 100, -5, 0],
  ['taken', -40, 10, 40],
])('points that were %s', (_, points, has, restored) => {
  expect(restoration({ ...guest, points: has }, { ...change({}, {}), points }).points + 0).toBe(restored)
})
