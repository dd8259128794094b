import type { WholeConnection } from '@millrace/contract/dashboard/connections'
import { expect, test } from 'vitest'
import { changeOf, formOf, schedules } from './pull-form.ts'

const mapping = { each: '$.bookings[*]', source: 's', guest: { identifiers: [] }, parameters: {} }
const stored = {
  url: 'https://example.com/bookings',
  every_seconds: 600,
  auth: 'header',
  header: 'X-Key',
  has_secret: true,
  oauth: null,
  second_header: 'X-Account',
  has_second_secret: true,
  cursor_parameter: 'after',
  cursor_path: '$.next',
  cursor_value: '7',
  last_at: null,
  next_at: '2026-11-01T00:00:00.000Z',
  error: null,
} as const satisfies WholeConnection['pull']

test('what is stored is sent again as it is, without a secret and without touching the mapping', () => {
  const form = formOf({ pull: stored, mapping })
  expect(changeOf(form, form)).toEqual({
    url: stored.url,
    every_seconds: 600,
    auth: 'header',
    header: 'X-Key',
    oauth: null,
    second_header: 'X-Account',
    cursor_parameter: 'after',
    cursor_path: '$.next',
  })
})

test('a token and a second secret go only with what needs them', () => {
  const before = formOf({ pull: stored, mapping })
  const form = {
    ...before,
    auth: 'oauth',
    token_url: ' https://example.com/t ',
    client_id: 'c',
    second_secret: 'k',
  } as const
  expect(changeOf(form, before)).toMatchObject({
    header: null,
    oauth: { token_url: 'https://example.com/t', client_id: 'c', scope: null },
    second_header: 'X-Account',
    second_secret: 'k',
  })
  const none = changeOf({ ...form, auth: 'none' }, before)
  expect(none).toMatchObject({ oauth: null, second_header: null })
  expect(none).not.toHaveProperty('second_secret')
})

test('what is left blank is absent, and a name goes only with what needs one', () => {
  const before = formOf({ pull: stored, mapping })
  const form = {
    ...before,
    auth: 'bearer',
    secret: 't',
    cursor_parameter: ' ',
    cursor_path: '',
    each: '',
  } as const
  expect(changeOf(form, before)).toMatchObject({
    header: null,
    secret: 't',
    cursor_parameter: null,
    cursor_path: null,
    each: null,
  })
  expect(changeOf({ ...form, auth: 'none' }, before)).not.toHaveProperty('secret')
})

test('a schedule that was set in the terminal is offered too', () => {
  expect(schedules('600').at(-1)).toEqual({ value: '600', label: 'Every 10 minutes' })
  expect(schedules('3600').length).toBe(5)
})
