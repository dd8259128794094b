import { expect, test } from 'vitest'
import { nextPath, signInPath } from './next-path.ts'

test('leads back to the page before the sign-in', () => {
  const path = '/settings/audit?action=key&actor=a%40example.com'
  expect(nextPath(new URL(signInPath(path), 'http://millrace').search)).toBe(path)
  expect(signInPath('/')).toBe('/sign-in')
})

test('leads to no other host', () => {
  for (const elsewhere of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
  ]) {
    expect(nextPath(`?${new URLSearchParams({ next: elsewhere })}`)).toBe('/')
  }
})
