import { expect, test } from 'vitest'
import { inWords } from './attempt-in-words.ts'

test('a successful attempt shows the receiver’s answer', () => {
  expect(inWords({ contacted: true, durationMs: 3, status: 250, response: '2.0.0 OK\r\n' })).toBe(
    'answered 250: 2.0.0 OK',
  )
})

test('a failed attempt shows the reason, and the answer beside it', () => {
  const detail = { contacted: true, durationMs: 3, status: 503, response: 'busy' }
  expect(inWords({ code: 'server_error', message: 'The server is busy.', detail })).toBe(
    'The server is busy. (answered 503: busy)',
  )
  expect(inWords({ code: 'timeout', message: 'Nobody answered.', detail: { contacted: true } })).toBe(
    'Nobody answered.',
  )
})

test('nothing that was kept is nothing to say', () => expect(inWords({})).toBe(''))
