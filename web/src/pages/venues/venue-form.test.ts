import type { ManagedVenue } from '@millrace/contract/venue'
import { expect, test } from 'vitest'
import { changeOf, formOfVenue } from './venue-form.ts'

const venue: ManagedVenue = {
  serial: 'QUAY-1',
  name: 'The Quay',
  time_zone: 'Europe/Lisbon',
  locale: null,
  country: null,
  sms_from: null,
  opening_hours: null,
  variables: { manager: 'Rui' },
  brand: null,
  paused: false,
  created_at: '2026-01-01T00:00:00Z',
}
const stored = formOfVenue(venue)

test('a venue that nobody changed is saved with no change', () => {
  expect(changeOf(stored, stored)).toEqual({})
})

test('only the parts that were changed are sent', () => {
  const general = { ...stored.general, name: ' The Long Quay ', country: 'pt' }
  expect(changeOf({ ...stored, general }, stored)).toEqual({
    name: 'The Long Quay',
    time_zone: 'Europe/Lisbon',
    locale: null,
    country: 'PT',
    sms_from: null,
  })
  const friday = { friday: [{ from: '18:00', to: '02:00' }] }
  const hours = { ...stored.hours, way: 'hours', weekly: friday } as const
  expect(changeOf({ ...stored, hours }, stored)).toEqual({
    opening_hours: { weekly: friday, exceptions: [] },
  })
})

test('hours that are set to always again are taken away, and variables that were removed too', () => {
  const before = formOfVenue({ ...venue, opening_hours: { weekly: {}, exceptions: [] } })
  const hours = { ...before.hours, way: 'always' } as const
  expect(changeOf({ ...before, hours, variables: [] }, before)).toEqual({
    opening_hours: null,
    variables: {},
  })
})
