import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { Millrace } from './client.ts'
import { checkOptions, type MillraceOptions } from './options.ts'

const options: MillraceOptions = {
  clientId: 'a-client',
  clientSecret: 'a-secret',
  authUrl: 'https://auth.example.com',
  baseUrl: 'https://api.example.com/millrace/',
}

test('an address may have a path, with or without a slash behind it', () => {
  expect(checkOptions(options).baseUrl).toBe('https://api.example.com/millrace')
})

test.each([
  ['clientId', ''],
  ['clientSecret', undefined],
  ['authUrl', undefined],
  ['authUrl', 'auth.example.com'],
  ['baseUrl', 'ftp://example.com'],
  ['baseUrl', 'https://user:word@example.com'],
  ['baseUrl', 'https://example.com?key=1'],
  ['timeoutMs', 0],
  ['attemptTimeoutMs', Number.NaN],
  ['retries', -1],
  ['retries', 1.5],
])('a client cannot be made with a wrong %s: %s', (name, value) => {
  expect(() => new Millrace({ ...options, [name]: value })).toThrow(new RegExp(`^${name} `))
})

test('nothing of the key can be seen by looking at a client', () => {
  const seen = inspect(new Millrace(options), { depth: Number.POSITIVE_INFINITY, showHidden: true })
  expect(seen).toContain('events')
  expect(seen).not.toContain('a-secret')
})

test('an id that is missing, or would lead elsewhere, is refused before anything is sent', async () => {
  const { guests } = new Millrace(options)
  for (const id of ['', '.', '..', undefined as unknown as string]) {
    await expect(guests.get(id)).rejects.toThrow('An id is missing.')
  }
})
