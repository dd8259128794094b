import { targetText } from '@millrace/contract/import-columns'
import { defaultSettings } from '@millrace/contract/settings'
import { expect, test } from 'vitest'
import type { VenueProfile } from '#venues/venue-profile.ts'
import type { Cell } from './cell.ts'
import { readTarget } from './columns.ts'
import { readVisitRow } from './read-visit-row.ts'

const leeds: VenueProfile = {
  serial: 'LEEDS',
  name: 'Leeds',
  time_zone: 'Europe/London',
  locale: null,
  country: 'GB',
  sms_from: null,
  opening_hours: null,
  brand: null,
  variables: {},
  paused: false,
}

const read = (cells: Record<string, Cell>, columns: Record<string, string> = {}) =>
  readVisitRow(new Map(Object.entries(cells)), {
    targets: new Map(Object.keys(cells).map(name => [name, readTarget(targetText(name, columns, 'visits'))])),
    settings: { date_format: 'DD/MM/YYYY' },
    source: 'till',
    meaning: { kind: 'visit', amount: 'spend', currency: 'currency', covers: null },
    organisation: {
      settings: { ...defaultSettings, time_zone: 'America/New_York' },
      watches: false,
      venues: new Map([['LEEDS', leeds]]),
      meanings: new Map(),
    },
    now: Date.parse('2026-11-16T12:00:00Z'),
  })

test('a visit is read by the clock and the country of its venue, and becomes what the source would have sent', () => {
  const cells = {
    Phone: '020 7946 0000',
    Date: '01/07/2026 19:30',
    Venue: 'LEEDS',
    Total: '42.50',
    Currency: 'gbp',
    Table: '12',
    Name: 'Ada',
  }
  expect(read(cells, { Table: 'parameters.table' })).toEqual({
    kind: 'row',
    row: {
      identifiers: [{ type: 'phone', system: '', value: '+442079460000' }],
      occurredAt: '2026-07-01T18:30:00.000Z',
      serial: 'LEEDS',
      parameters: { source: 'till', spend: 42.5, currency: 'gbp', table: '12' },
      visit: { kind: 'visit', amount: '42.5', currency: 'GBP', covers: null, warnings: [] },
    },
  })
})

test.each([
  ['01/07/2026', '2026-07-01T04:00:00.000Z'],
  ['1/7/2026 9:05:30', '2026-07-01T13:05:30.000Z'],
  ['2026-07-01T19:30:00+02:00', '2026-07-01T17:30:00.000Z'],
])('without a venue, %s is by the clock of the organisation', (text, moment) => {
  expect(read({ email: 'a@example.com', date: text })).toMatchObject({ row: { occurredAt: moment } })
})

const fault = 'must be a date with or without a time, such as 01/03/2026 19:30'
test.each<[string, Record<string, Cell>, Record<string, unknown>]>([
  ['no moment', { email: 'a@example.com' }, { row: ['does not say when it was (occurred_at)'] }],
  ['another format', { email: 'a@example.com', date: '2026-07-01' }, { date: [fault] }],
  ['no such day', { email: 'a@example.com', date: '31/02/2026' }, { date: [fault] }],
  ['the future', { email: 'a@example.com', date: '01/07/2027' }, { date: ['must not be in the future'] }],
  [
    'no such venue',
    { email: 'a@example.com', date: '01/07/2026', venue: 'YORK' },
    { venue: ['is not a venue of the organisation'] },
  ],
  [
    'no amount',
    { email: 'a@example.com', date: '01/07/2026', amount: '£12' },
    { amount: [expect.stringContaining('must be an amount')] },
  ],
  ['no guest', { date: '01/07/2026' }, { row: ['has no e-mail address, phone number or external id'] }],
])('a visit is refused with the reason at its column: %s', (_, cells, reasons) => {
  expect(read(cells)).toEqual({ kind: 'refused', reasons })
})
