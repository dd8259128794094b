import { expect, test } from 'vitest'
import { envFile, envFileName } from './env-file.ts'

test('has what the client needs, one a line', () => {
  const key = { client_id: 'mrid_1', client_secret: 'mrsec_2', name: 'till' }
  expect(envFile(key, { authUrl: 'https://auth.example', baseUrl: 'https://api.example' })).toBe(
    'MILLRACE_CLIENT_ID=mrid_1\nMILLRACE_CLIENT_SECRET=mrsec_2\n' +
      'MILLRACE_AUTH_URL=https://auth.example\nMILLRACE_BASE_URL=https://api.example\n',
  )
})

test('is called after the key, whatever that is called', () => {
  expect(envFileName({ name: 'Till, first floor' })).toBe('till-first-floor.env')
  expect(envFileName({ name: '../../etc/passwd' })).toBe('etc-passwd.env')
  expect(envFileName({ name: '酒' })).toBe('millrace.env')
})
