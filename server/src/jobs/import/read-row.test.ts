import { targetText } from '@millrace/contract/import-columns'
import { describe, expect, test } from 'vitest'
import type { Cell } from './cell.ts'
import { readTarget } from './columns.ts'
import { type RowRules, readRow } from './read-row.ts'

const now = Date.parse('2026-11-16T12:00:00Z')

const read = (
  cells: Record<string, Cell>,
  { columns = {}, ...rules }: Partial<RowRules> & { columns?: Record<string, string> } = {},
) =>
  readRow(new Map(Object.entries(cells)), {
    targets: new Map(Object.keys(cells).map(name => [name, readTarget(targetText(name, columns, 'guests'))])),
    settings: {},
    country: null,
    now,
    ...rules,
  })

const rowOf = (...given: Parameters<typeof read>) => {
  const reading = read(...given)
  if (reading.kind === 'refused') throw new Error(JSON.stringify(reading.reasons))
  return reading.row
}
const reasonsOf = (...given: Parameters<typeof read>) => {
  const reading = read(...given)
  return reading.kind === 'refused' ? reading.reasons : undefined
}

test('columns are recognised by their usual names, in any spelling; others are ignored', () => {
  const names = ['E-Mail Address', 'MOBILE', 'First name', 'surname', 'external_id.toast', 'attributes.table']
  expect(names.map(name => targetText(name, {}, 'guests'))).toEqual([
    'email',
    'phone',
    'first_name',
    'last_name',
    'external_id.toast',
    'attributes.table',
  ])
  expect(
    ['Notes', 'constructor', 'external_id.Toast', 'attributes.a:money'].map(name =>
      targetText(name, {}, 'guests'),
    ),
  ).toEqual(['ignore', 'ignore', 'ignore', 'ignore'])
  expect(targetText('email', { email: 'ignore' }, 'guests')).toBe('ignore')
})

test('a row is a guest: ids first, then the e-mail address, then the phone number', () => {
  const row = rowOf(
    {
      Phone: '020 7946 0000',
      Email: ' Ada@Example.com ',
      'external_id.toast': '8813',
      'First name': 'Ada',
      'Last name': 'Byron',
      Tags: 'vip; regular,vip',
      Birthday: '10/12/1990',
      Spend: '12.50',
      Newsletter: 'Yes',
      Points: '250',
    },
    {
      columns: {
        Birthday: 'attributes.birthday:date',
        Spend: 'attributes.spend:number',
        Newsletter: 'attributes.newsletter:boolean',
      },
      country: 'GB',
      settings: { date_format: 'DD/MM/YYYY' },
    },
  )
  expect(row).toEqual({
    identifiers: [
      { type: 'external_id', system: 'toast', value: '8813' },
      { type: 'email', system: '', value: 'Ada@Example.com' },
      { type: 'phone', system: '', value: '+442079460000' },
    ],
    name: 'Ada Byron',
    tags: ['vip', 'regular'],
    attributes: { birthday: '1990-12-10', spend: 12.5, newsletter: true },
    consent: {},
    doNotContact: null,
    points: 250,
  })
})

test('an empty cell says nothing', () => {
  expect(rowOf({ email: 'a@example.com', name: ' ', tags: '', sms_consent: '' })).toMatchObject({
    name: null,
    tags: [],
    consent: {},
  })
})

describe('a row is refused with the reason at its column:', () => {
  test.each<[string, Record<string, Cell>, Record<string, string[]>]>([
    ['no identifier', { name: 'Ada' }, { row: ['has no e-mail address, phone number or external id'] }],
    ['not an address', { email: 'ada' }, { email: ['must be an e-mail address'] }],
    [
      'a phone number without a country',
      { phone: '020 7946 0000' },
      { phone: [expect.stringContaining('has no country code') as unknown as string] },
    ],
    ['NUL', { email: 'a@example.com', name: 'A\0da' }, { name: ['must not contain the NUL character'] }],
    [
      'half a character',
      { email: 'a@example.com', name: '\ud800' },
      { name: ['must be well-formed Unicode text'] },
    ],
    [
      'a long name',
      { email: 'a@example.com', name: 'x'.repeat(201) },
      { name: ['must have at most 200 characters'] },
    ],
    [
      'a consent that is neither',
      { email: 'a@example.com', email_consent: 'maybe' },
      { email_consent: ['must be yes or no'] },
    ],
    [
      'a consent that cannot be shown',
      { email: 'a@example.com', email_consent: 'yes', consent_where: 'Till' },
      {
        email_consent: [
          'needs a consent that can be shown: when (consent_at), in which words (consent_words)',
        ],
      },
    ],
    [
      'a consent in the future',
      {
        email: 'a@example.com',
        email_consent: 'yes',
        consent_at: '2027-01-01',
        consent_where: 'Till',
        consent_words: 'Yes',
      },
      { consent_at: ['must not be in the future'] },
    ],
  ])('%s', (_, cells, reasons) => {
    expect(reasonsOf(cells)).toEqual(reasons)
  })

  test.each([
    ['30/02/2020', 'attributes.day:date', 'must be a date, written as DD/MM/YYYY'],
    ['2020-02-01', 'attributes.day:date', 'must be a date, written as DD/MM/YYYY'],
    ['12.5', 'points', 'must be a whole number from 0 to 1,000,000,000'],
    ['-1', 'points', 'must be a whole number from 0 to 1,000,000,000'],
    ['twelve', 'attributes.day:number', 'must be a number, such as 12 or 12.5'],
    ['1e400', 'attributes.day:number', 'must be a number, such as 12 or 12.5'],
    ['99999999999999999999', 'attributes.day:number', 'must be a number of at most 2^53'],
  ])('%s as %s', (text, target, reason) => {
    const given = { columns: { Day: target }, settings: { date_format: 'DD/MM/YYYY' as const } }
    expect(reasonsOf({ email: 'a@example.com', Day: text }, given)).toEqual({ Day: [reason] })
  })
})

test('an attribute is refused where it is longer than any may be', () => {
  const given = { columns: { Note: 'attributes.note' } }
  expect(reasonsOf({ email: 'a@example.com', Note: 'x'.repeat(2_049) }, given)).toEqual({
    Note: ['must have at most 2048 characters'],
  })
})

test('a consent takes from the import what its row does not say', () => {
  const settings = { consent: { at: '2026-01-01T00:00:00Z', where: 'Web form', words: 'Send me offers' } }
  const row = rowOf({ email: 'a@example.com', email_consent: 'yes', consent_where: 'Till' }, { settings })
  expect(row.consent).toEqual({
    email: { given: true, at: '2026-01-01T00:00:00Z', where: 'Till', words: 'Send me offers' },
  })
})

test('a refusal needs no proof, and counts from now on', () => {
  const { consent, doNotContact } = rowOf({
    email: 'a@example.com',
    sms_consent: 'no',
    do_not_contact: 'yes',
  })
  expect(consent).toEqual({
    sms: { given: false, at: '2026-11-16T12:00:00.000Z', where: null, words: null },
  })
  expect(doNotContact).toBe(true)
})
